"""asyncio: what is awaited is run at once."""
MODULE = "asyncio"


def run(main, **kwargs):
    return main


def gather(*aws, **kwargs):
    return list(aws)


def create_task(coro, **kwargs):
    return coro


def sleep(delay, result=None):
    return result
