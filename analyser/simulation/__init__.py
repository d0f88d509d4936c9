"""Games played in memory: the job, line-ups, parts, who plays them (threads or a cluster), one game turn by turn.

What is written to disk is in `storage`; what the games mean is in `experiments`.
"""
