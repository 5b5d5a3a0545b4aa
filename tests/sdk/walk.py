"""Uses a running house and its cloud with the Python SDK, and prints each result as a line of JSON."""

import json
import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "sdk" / "python"))

import plenum  # noqa: E402

host, port, udp, cloud_url, token = sys.argv[1:]


def show(name, value):
    print(json.dumps([name, value]), flush=True)


def refusal(call):
    try:
        call()
    except plenum.PlenumError as error:
        return f"{error.code}: {error}"
    return "not refused"


found = plenum.discover(timeout=0.6, port=int(udp))
show("found", [[each.uid, each.port == int(port), "HvacV2" in each.tokens] for each in found])
bridge = plenum.Bridge(host, int(port))
show("zones", [zone["Name"] for zone in bridge.zones()])
show("splits and programs", [len(bridge.components(kind)) for kind in ("split", "program")])
snapshot, changed = threading.Event(), threading.Event()


def follow():
    for change in plenum.Bridge(host, int(port)).watch():
        snapshot.set()
        if change.kind == "zone" and change.index == 1 and change.datagram["Setpoint"] == 2350:
            return changed.set()


threading.Thread(target=follow, daemon=True).start()
snapshot.wait(60)
bridge.command("ZoneSetpoint", Index=1, Setpoint=plenum.to_wire(23.5))
show("changed", changed.wait(60))
show("setpoint", plenum.celsius(bridge.read("zone", 1)["Setpoint"]))
bridge.command("SysMode", "heat")
show("heats", bridge.unit()["SysMode"] == plenum.SysMode.HEAT)
show("off step", refusal(lambda: bridge.command("ZoneSetpoint", Index=1, Setpoint=2355)))
show("too high", refusal(lambda: bridge.command("ZoneSetpoint", Index=1, Setpoint=3050)))
show("no label", refusal(lambda: bridge.command("SysMode", "tepid")).split(" ")[0])
show("no key", refusal(lambda: bridge.command("ZoneSetpoint", Index=1)))
show("by the bridge", refusal(lambda: bridge.command("ZoneSetpoint", Index=13, Setpoint=2150)))
show("no zone", refusal(lambda: bridge.read("zone", 13)))
show("no kind", refusal(lambda: bridge.read("kitchen", 0)).split(":")[0])
show("no bridge", refusal(lambda: plenum.Bridge(host, 1).unit()).split(":")[0])
counts = {kind: len(bridge.components(kind)) for kind in plenum.QUERIES}
show("energy", "bars" in bridge.get("/energy?by=day"))

cloud = plenum.Cloud(cloud_url, token)
zone = next(each for each in cloud.discover() if each["componentId"].endswith("_hvac_zone_1"))["componentId"]
cloud.control(zone, "ZoneSetpoint", Index=1, Setpoint=2150)
show("through the cloud", cloud.query(zone)["datagram"]["Setpoint"])
show("refused by the cloud", refusal(lambda: cloud.query("000000000_hvac_zone_1")).split(":")[0])

secret, stamp, body = os.environ["WEBHOOK_SECRET"], int(os.environ["WEBHOOK_TIME"]), os.environ["WEBHOOK_BODY"].encode()
headers = {"webhook-id": "msg_1", "webhook-timestamp": str(stamp), "webhook-signature": os.environ["WEBHOOK_SIGNATURE"]}
show("webhook", plenum.verify_webhook([secret], headers, body, now=stamp + 300)[0])
show("old", refusal(lambda: plenum.verify_webhook([secret], headers, body, now=stamp + 301)).split(":")[0])
show("forged", refusal(lambda: plenum.verify_webhook([secret], headers, body + b" ", now=stamp)).split(":")[0])
show("weak", refusal(lambda: plenum.verify_webhook(["whsec_"], headers, body, now=stamp)).split(":")[0])
print(json.dumps(["counts", counts]))
