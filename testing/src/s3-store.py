"""An S3-compatible object store for tests: OpenStack Swift with its S3 API, all of its servers in this process.

Started by s3-store.ts with a folder for all its files. Prints a line with its address when it is ready.
The s3api and tempauth middleware verify signatures, as in production.
"""

import os
import sys

import eventlet
import eventlet.tpool

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from paste.deploy import loadapp  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring.builder import RingBuilder  # noqa: E402

folder, access_key, secret_key = sys.argv[1:4]
account, user = access_key.split(":")
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "d1"))


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


utils.SWIFT_CONF_FILE = write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n")
utils.validate_configuration()

sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in ("account", "container", "object", "proxy")}

for name in ("account", "container", "object"):
    # One copy on one device: the tests are of the client, not of the durability of the store.
    ring = RingBuilder(2, 1, 0)
    port = sockets[name].getsockname()[1]
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "d1"})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))
    conf = write(
        f"{name}.conf",
        f"[app:main]\nuse = egg:swift#{name}\ndevices = {devices}\nswift_dir = {folder}\nmount_check = false\n",
    )
    app = loadapp(f"config:{conf}", global_conf={"log_level": "ERROR"})
    eventlet.spawn(wsgi.server, sockets[name], app, log_output=False)

proxy = write(
    "proxy.conf",
    f"""[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret_key} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
swift_dir = {folder}
account_autocreate = true
allow_account_management = true
""",
)
app = loadapp(f"config:{proxy}", global_conf={"log_level": "ERROR"})


def end_with_parent():
    """Ends when the parent closes the standard input."""
    eventlet.tpool.execute(sys.stdin.read)
    os._exit(0)


eventlet.spawn(end_with_parent)
print(f"ready http://127.0.0.1:{sockets['proxy'].getsockname()[1]}", flush=True)
wsgi.server(sockets["proxy"], app, log_output=False)
