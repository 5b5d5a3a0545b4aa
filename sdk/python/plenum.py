"""Climate-control bridges on the local network, and the cloud in front of many, for Python programs.

One file without dependencies, for Python 3.9 and later: copy it beside your program. Values are as on the wire:
hundredths of a degree Celsius, numbers for enumerations. A device may leave out any key and send new ones, so read
datagrams with ``.get``. Every failure is a ``PlenumError`` with a ``code`` and one sentence.

    from plenum import Bridge, celsius, discover, to_wire

    for found in discover():
        bridge = Bridge(found.address, found.port)
        for zone in bridge.zones():
            print(zone.get("Name"), celsius(zone.get("Temp", 0)))
        bridge.command("ZoneSetpoint", Index=1, Setpoint=to_wire(21.5))

The queries, limits and enumerations are written from the definitions of the project; docs/interface explains them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import socket
import ssl
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Iterable, Iterator, Mapping, Optional, TypedDict, Union

__all__ = ["Bridge", "Change", "Cloud", "Found", "PlenumError", "celsius", "discover", "to_wire", "verify_webhook"]


class PlenumError(Exception):
    """A request that failed.

    ``code``: ``unreachable``, ``timeout``, ``busy``, ``refused``, ``invalid`` (not sent), ``unsupported``,
    ``malformed``, or ``forged`` (a webhook). ``status``: of HTTP, where there was one.
    """

    def __init__(self, code: str, sentence: str, status: Optional[int] = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.status = status


def celsius(wire: int) -> float:
    """Converts hundredths to degrees Celsius: 2150 to 21.5."""
    return wire / 100


def to_wire(degrees: float) -> int:
    """Converts degrees Celsius to hundredths: 21.5 to 2150."""
    return round(degrees * 100)


@dataclass(frozen=True)
class Found:
    """A bridge that answered discovery; ``tokens`` name its subsystems (interface 4.1)."""

    uid: str
    address: str
    port: int
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """The current state of a component; ``watch`` begins with all of them."""

    kind: str
    index: int
    datagram: dict[str, Any]


def discover(addresses: Iterable[str] = (), timeout: float = 1.5, port: int = 12107) -> list[Found]:
    """Finds bridges by broadcast, on this machine, and at ``addresses``; ``timeout`` in seconds (interface 4.1)."""
    found: dict[str, Found] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        targets = ("255.255.255.255", "127.0.0.1", *addresses)
        end = time.monotonic() + timeout
        for round_ends in (end - timeout * 2 / 3, end - timeout / 3, end):
            for target in targets:
                try:
                    udp.sendto(b"IASD", (target, port))
                except OSError:
                    pass  # An address without a route or an unknown name gives no answer.
            while (left := round_ends - time.monotonic()) > 0:
                udp.settimeout(left)
                try:
                    text, (address, _) = udp.recvfrom(4096)
                except OSError:
                    break
                answer = _read_discovery(text, address)
                if answer is not None:
                    known = found.get(answer.uid)
                    if known is None or known.address.startswith("127."):
                        found[answer.uid] = answer
    return sorted(found.values(), key=lambda each: each.uid)


def _read_discovery(answer: bytes, address: str) -> Optional[Found]:
    words = [word.strip() for word in re.split(rb"[\0\xff\r\n]", answer)[0].decode("ascii", "replace").split(",")]
    named = dict(word.split("_", 1) for word in words if "_" in word)
    uid, port = named.get("Mac", ""), named.get("Port", "80")
    if not re.fullmatch(r"[0-9A-Za-z]+", uid):
        return None
    tokens = tuple(word for word in words if "_" not in word and word not in ("", "X"))
    return Found(uid, address, int(port) if re.fullmatch(r"[0-9]{1,5}", port) else 80, tokens)


class Bridge:
    """A bridge on the local network; nothing is sent before the first call.

    ``host``: a name or address. ``https=True`` uses TLS, with an ``ssl.SSLContext`` if the certificate is not public.
    ``access_key``: for a bridge that needs one. ``timeout``: seconds per request.
    """

    def __init__(
        self,
        host: str,
        port: Optional[int] = None,
        *,
        access_key: Optional[str] = None,
        https: bool = False,
        context: Optional[ssl.SSLContext] = None,
        timeout: float = 8.0,
    ) -> None:
        self.host = host
        self.port = port if port is not None else 443 if https else 80
        self.timeout = timeout
        self._headers = {} if access_key is None else {"Authorization": f"Bearer {access_key}"}
        self._https = https
        self._context = context
        self._dialect: Optional[str] = None

    def read(self, kind: str, index: int = 0) -> dict[str, Any]:
        """Reads one component: ``read("zone", 3)``. Raises ``PlenumError`` ``unsupported`` if it is not installed."""
        query = _query_of(kind)
        portions = query.get("portions")
        if portions is None:
            return self._pick(kind, index, self._ask(kind, index, 0))
        # A component too large for one answer comes in parts, numbered from 1.
        parts = [self._pick(kind, index, self._ask(kind, index, n + 1)) for n in range(portions["count"])]
        joined = [item for part in parts for item in part.get(portions["list"], [])]
        return {**parts[0], portions["list"]: joined}

    def components(self, kind: str) -> list[dict[str, Any]]:
        """Reads all components of a kind, ordered by index; an empty list if none is installed."""
        query = _query_of(kind)
        if query.get("list"):
            return [one for one in self._ask(kind, 0, 0) if isinstance(one, dict)]
        found = []
        for index in range(query.get("count", 1)):
            try:
                found.append(self.read(kind, index))
            except PlenumError as error:
                if error.code not in ("refused", "unsupported"):
                    raise
                break
        return found

    def unit(self) -> Unit:
        """Reads the ducted unit."""
        return self.read("unit")  # type: ignore[return-value]

    def zones(self) -> list[Zone]:
        """Reads the zones of the ducted unit."""
        return [self.read("zone", index) for index in range(self.unit().get("NoOfZones", 0))]  # type: ignore[misc]

    def command(self, name: str, value: Any = None, **members: Any) -> None:
        """Sends one command: ``command("SysOn", 1)``, ``command("ZoneSetpoint", Index=1, Setpoint=2150)``.

        Values are checked first; a label of an enumeration does for its number: ``command("SysMode", "cool")``.
        Raises ``PlenumError`` ``invalid`` before anything is sent, ``refused`` with the bridge's sentence.
        """
        path, body = _check_command(name, members if value is None else value)
        kind, answer = self._send("POST", path, {name: body})
        if kind == "missing":
            raise PlenumError("unsupported", f"{self._where} does not offer {name}.")

    def get(self, path: str) -> Any:
        """Reads what a Plenum bridge offers besides the interface: ``get("/energy?by=day")``, ``get("/explain?component=zone.3")``."""
        kind, answer = self._send("GET", path)
        if kind == "missing":
            raise PlenumError("unsupported", f"{self._where} does not offer {path.split('?')[0]}.")
        return answer

    def watch(self, pause: float = 5.0) -> Iterator[Change]:
        """Yields all components, then each that changes, endlessly; after an interruption all of them again.

        By the live stream of a Plenum bridge; another one is asked every ``pause`` seconds for its unit and zones.
        Ends with ``PlenumError`` only where it refuses.
        """
        failures = 0
        while True:
            try:
                for change in self._stream():
                    failures = 0
                    yield change
            except PlenumError as error:
                if error.code == "unsupported":
                    break
                if error.code not in ("unreachable", "timeout", "busy"):
                    raise
            failures += 1
            time.sleep(min(30.0, 2.0**failures) * random.uniform(0.5, 1.0))
        yield from self._poll(pause)

    def _stream(self) -> Iterator[Change]:
        connection = self._connect(60.0)
        try:
            with _failures_of(self._where):
                connection.request("GET", "/events", headers={**self._headers, "Accept": "text/event-stream"})
                answer = connection.getresponse()
                if answer.status == 404:
                    raise PlenumError("unsupported", f"{self._where} has no live stream.", 404)
                if answer.status != 200:
                    raise PlenumError("refused", f"{self._where} answered {answer.status}.", answer.status)
                while line := answer.readline():
                    if line.startswith(b"data:"):
                        for each in json.loads(line[5:])["components"]:
                            yield Change(each["kind"], each["index"], each["datagram"])
        finally:
            connection.close()

    def _poll(self, pause: float) -> Iterator[Change]:
        known: dict[tuple[str, int], Any] = {}
        while True:
            try:
                now = [("unit", 0, self.unit()), *(("zone", at, zone) for at, zone in enumerate(self.zones()))]
            except PlenumError as error:
                if error.code not in ("unreachable", "timeout", "busy"):
                    raise
                now = []
            for kind, index, datagram in now:
                if known.get((kind, index)) != datagram:
                    known[kind, index] = datagram
                    yield Change(kind, index, dict(datagram))
            time.sleep(pause)

    @property
    def _where(self) -> str:
        return f"{self.host}:{self.port}"

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        if self._https:
            return http.client.HTTPSConnection(self.host, self.port, timeout=timeout, context=self._context)
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def _ask(self, kind: str, index: int, portion: int) -> Any:
        query = _query_of(kind)
        answered, answer = self._send("POST", query["path"], {query["root"]: {"Type": query["type"], "No": index, "No1": portion}})
        for key in query["at"]:
            answer = answer.get(key) if isinstance(answer, dict) else None
        if answered != "json" or answer is None:
            raise PlenumError("unsupported", f"{self._where} has no {kind}.")
        return answer

    def _pick(self, kind: str, index: int, answer: Any) -> dict[str, Any]:
        query = _query_of(kind)
        if query.get("list"):
            for one in answer:
                if isinstance(one, dict) and one.get(query["key"]) == index:
                    return one
            raise PlenumError("unsupported", f"{self._where} has no {kind} {index}.")
        if isinstance(answer, dict):
            return answer
        raise PlenumError("malformed", f"{self._where} shows {kind} {index} in an unknown form.")

    def _send(self, method: str, path: str, body: Any = None) -> tuple[str, Any]:
        """Returns the kind of the answer, ``json``, ``ok`` or ``missing``, and its JSON, in the words of the interface."""
        if self._dialect is None:
            kind, answer = self._send_in("neutral", method, path, body)
            if kind != "missing" or "Hvac" not in path:
                return kind, answer
            kind, answer = self._send_in("izone", method, path, body)
            if kind != "missing":
                self._dialect = "izone"
            return kind, answer
        return self._send_in(self._dialect, method, path, body)

    def _send_in(self, dialect: str, method: str, path: str, body: Any) -> tuple[str, Any]:
        words = DIALECTS[dialect]
        text = None if body is None else json.dumps(_rename(body, words["keys"])).encode()
        for attempt in range(6):
            status, raw = self._exchange(method, words["paths"].get(path, path), text)
            kind, answer = _read_answer(status, raw)
            if kind != "busy":
                break
            time.sleep(random.uniform(0.1, 0.3) * 2**attempt)
        if kind == "busy":
            raise PlenumError("busy", f"{self._where} is busy.", status)
        if kind == "error":
            raise PlenumError("refused", answer, status)
        if kind == "unreadable":
            raise PlenumError("malformed", f"{self._where} sent an answer that cannot be read.", status)
        return kind, _rename(answer, {new: old for old, new in words["keys"].items()})

    def _exchange(self, method: str, path: str, text: Optional[bytes]) -> tuple[int, bytes]:
        connection = self._connect(self.timeout)
        try:
            with _failures_of(self._where):
                connection.request(method, path, text, self._headers)
                answer = connection.getresponse()
                return answer.status, answer.read()
        finally:
            connection.close()


class _failures_of:
    """Turns the failures of the network into ``PlenumError``."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: Any, error: Any, __: Any) -> None:
        if isinstance(error, TimeoutError):
            raise PlenumError("timeout", f"{self._where} did not answer in time.") from error
        if isinstance(error, (OSError, http.client.HTTPException)):
            raise PlenumError("unreachable", f"{self._where} cannot be reached: {error}.") from error


def _read_answer(status: int, raw: bytes) -> tuple[str, Any]:
    """Returns the meaning of an answer, however a device writes it (wire facts 7)."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    text = text.replace("\0", "").strip()
    if re.match(r"[{\"'\s]*BUSY\b", text):
        return "busy", None
    if status in (404, 405, 501):
        return "missing", None
    refused = re.match(r"[{\"'\s]*ERROR\b[\"']?\s*[:=,]?\s*(.*)", text, re.DOTALL)
    if refused is not None:
        return "error", refused[1].strip().rstrip("}").strip('" ') or "The bridge refused and gave no reason."
    if status >= 400:
        return ("busy", None) if status == 503 else ("error", f"The bridge answered {status}: {text[:200]}")
    if text == "" or re.fullmatch(r"[{\"'\s]*OK[}\"'\s]*", text):
        return "ok", None
    try:
        return "json", json.JSONDecoder().raw_decode(text)[0]
    except ValueError:
        return "unreadable", None


def _rename(value: Any, keys: Mapping[str, str]) -> Any:
    if isinstance(value, dict) and keys:
        return {keys.get(key, key): _rename(member, keys) for key, member in value.items()}
    return [_rename(item, keys) for item in value] if isinstance(value, list) and keys else value


def _query_of(kind: str) -> dict[str, Any]:
    if kind not in QUERIES:
        raise PlenumError("invalid", f"There is no kind {kind!r}; use one of: {', '.join(QUERIES)}.")
    return QUERIES[kind]


def _check_command(name: str, body: Any) -> tuple[str, Any]:
    """Returns the path of a command and its body with numbers for labels; raises ``PlenumError`` ``invalid``."""
    definition = COMMANDS.get(name)
    if definition is None:
        raise PlenumError("invalid", f"There is no command {name!r}.")
    return definition["path"], _check(name, definition["body"], body)


def _check(name: str, limits: Mapping[str, Any], value: Any) -> Any:
    if "keys" in limits:
        return _check_keys(name, limits, value)
    if "items" in limits:
        most = limits.get("most", float("inf"))
        if not isinstance(value, (list, tuple)) or not limits["least"] <= len(value) <= most:
            raise PlenumError("invalid", f"{name} must be a list of {limits['least']} to {most}.")
        return [_check(f"{name}[{at}]", limits["items"], item) for at, item in enumerate(value)]
    if "labels" in limits:
        number = limits["labels"].get(value) if isinstance(value, str) else value
        if number in limits["labels"].values():
            return int(number)
        choices = ", ".join(f"{number} ({label})" for label, number in limits["labels"].items())
        raise PlenumError("invalid", f"{name} must be one of {choices}, not {value!r}.")
    if "min" in limits or "max" in limits:
        return _check_number(name, limits, value)
    if "bytes" in limits and (not isinstance(value, str) or len(value.encode()) > (limits["bytes"] or 1024)):
        raise PlenumError("invalid", f"{name} must be a text of at most {limits['bytes'] or 1024} bytes, not {value!r}.")
    return value


def _check_keys(name: str, limits: Mapping[str, Any], value: Any) -> dict[str, Any]:
    keys, optional = limits["keys"], limits.get("optional", [])
    if not isinstance(value, Mapping):
        raise PlenumError("invalid", f"{name} takes {', '.join(keys)}.")
    for key in keys:
        if key not in value and key not in optional:
            raise PlenumError("invalid", f"{name} needs {key}.")
    for key in value:
        if key not in keys:
            raise PlenumError("invalid", f"{name} has no {key}; it takes {', '.join(keys)}.")
    return {key: _check(f"{name}.{key}", keys[key], member) for key, member in value.items()}


def _check_number(name: str, limits: Mapping[str, Any], value: Any) -> Union[int, float]:
    low, high, step, off = (limits.get(word) for word in ("min", "max", "step", "off"))
    number = int(value) if isinstance(value, bool) else value
    if isinstance(number, (int, float)):
        is_within = (low is None or number >= low) and (high is None or number <= high)
        if number == off or (is_within and (step is None or number % step == 0)):
            return number
    unit = "" if "unit" not in limits else f" ({limits['unit']} times {limits['scale']})" if "scale" in limits else f" {limits['unit']}"
    steps = "" if step in (None, 1) else f" in steps of {step}"
    raise PlenumError("invalid", f"{name} must be {low} to {high}{steps}{unit}, not {value!r}.")


class Cloud:
    """A Plenum cloud, for an app that a user allowed (interface 4.3); ``token`` is the app's access token."""

    def __init__(self, url: str, token: str, timeout: float = 20.0) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.timeout = timeout

    def discover(self) -> list[dict[str, Any]]:
        """Reads all components of the user, each with its ``componentId`` and its latest ``datagram``."""
        return self._request("Discover")["devices"]

    def query(self, component_id: str) -> dict[str, Any]:
        """Reads one component with its latest datagram, which the cloud has stored, so also while its bridge is offline."""
        return self._request("Query", componentId=component_id)["component"]

    def control(self, component_id: str, name: str, value: Any = None, *, request_id: str = "", **members: Any) -> None:
        """Sends one command, as ``Bridge.command``. It takes effect once, even if you call again with its ``request_id``."""
        _, body = _check_command(name, members if value is None else value)
        self._request("Control", request_id, componentId=component_id, requestBody={name: body})

    def _request(self, request_type: str, request_id: str = "", **members: Any) -> dict[str, Any]:
        message = {"requestId": request_id or str(uuid.uuid4()), "requestType": request_type, **members}
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/dev", json.dumps(message).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                return json.load(answer)["response"]
        except urllib.error.HTTPError as error:
            raise _cloud_error(error) from None
        except TimeoutError as error:
            raise PlenumError("timeout", f"{self.url} did not answer in time.") from error
        except OSError as error:
            raise PlenumError("unreachable", f"{self.url} cannot be reached: {error}.") from error
        except (KeyError, ValueError) as error:
            raise PlenumError("malformed", "The answer of the cloud does not follow interface 4.3.") from error


def _cloud_error(error: urllib.error.HTTPError) -> PlenumError:
    try:
        response = json.load(error)["response"]
        sentence = response.get("detail") or f"The cloud answered {error.code} {response['result']}."
    except (KeyError, ValueError):
        sentence = f"The cloud answered {error.code}."
    return PlenumError("busy" if error.code in (429, 503) else "refused", sentence, error.code)


def verify_webhook(
    secrets: Iterable[str],
    headers: Mapping[str, str],
    body: bytes,
    now: Optional[float] = None,
    tolerance: float = 300.0,
) -> tuple[str, dict[str, Any]]:
    """Verifies the signature (Standard Webhooks 1.0.0) and age of a webhook; returns its id and message.

    ``secrets``: ``whsec_...``, two while one is replaced. ``body``: as received. ``now`` and ``tolerance`` in seconds.
    The same id may arrive several times; ignore a repeated one. Raises ``PlenumError`` ``forged`` or ``malformed``.
    """
    keys = [base64.b64decode(re.sub("^whsec_", "", secret)) for secret in secrets]
    if not keys or any(len(key) < 24 for key in keys):
        raise PlenumError("forged", "A secret of an endpoint has at least 24 bytes: whsec_ and base64.")
    named = {key.lower(): value for key, value in headers.items()}
    message_id, stamp = named.get("webhook-id", ""), named.get("webhook-timestamp", "")
    if message_id == "" or not re.fullmatch("[0-9]{1,12}", stamp):
        raise PlenumError("forged", "The headers of Standard Webhooks are missing.")
    signed = f"{message_id}.{stamp}.".encode() + body
    expected = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode() for key in keys]
    given = [each[3:] for each in named.get("webhook-signature", "").split(" ") if each.startswith("v1,")]
    if not any(hmac.compare_digest(one, other) for one in given for other in expected):
        raise PlenumError("forged", "No signature of the webhook is valid.")
    if abs((time.time() if now is None else now) - int(stamp)) > tolerance:
        raise PlenumError("forged", "The webhook was signed too long ago, or ahead of the clock.")
    try:
        return message_id, json.loads(body)
    except ValueError as error:
        raise PlenumError("malformed", "The webhook is not JSON.") from error


# generated from the definitions (npm run contracts)


class BatteryLevel(IntEnum):
    FULL = 0
    HALF = 1
    EMPTY = 2


class DriveOfABlind(IntEnum):
    DOWN = 0
    UP = 1
    STOP = 2


class MoveOfABlind(IntEnum):
    STAYS = 0
    UP = 1
    DOWN = 2


class FanTypeOfOneUnitBrand(IntEnum):
    VARIABLE = 0
    THREE_SPEED = 1


class ExpansionOfOneUnitBrand(IntEnum):
    NO_EXPANSION = 0
    SINGLE = 1
    SERIES = 2
    DRY = 3


class ButtonAndSensorFunction(IntEnum):
    NONE = 0
    LAMP_GROUP = 1
    AC_ON_OFF = 2
    AC_ZONE = 3
    ALL_OFF = 4
    ALL_ON = 5


class AcCpuType(IntEnum):
    STANDARD_0 = 0
    STANDARD = 1
    EVAPORATIVE = 2


class DeviceType(IntEnum):
    LAMP = 1
    OUTLET = 2
    OUTLET_AS_GARAGE_DOOR = 3
    ROLLER_BLIND = 4
    DIMMER_MODULE = 5
    RELAY = 6
    RELAY_AS_GARAGE_DOOR = 7
    RELAY_AS_HEATING_CONTROLLER = 8
    RELAY_AS_COOLING_CONTROLLER = 9
    OUTLET_AS_HEATING_CONTROLLER = 10
    OUTLET_AS_COOLING_CONTROLLER = 11
    VOLTAGE_FREE_RELAY = 12
    VOLTAGE_FREE_RELAY_AS_GARAGE_DOOR = 13
    DIMMER_WITH_WALL_SWITCH = 14
    VOLTAGE_FREE_RELAY_AS_HEATING_CONTROLLER = 15
    VOLTAGE_FREE_RELAY_AS_COOLING_CONTROLLER = 16


class EvapControlSensor(IntEnum):
    SCREEN = 0
    REMOTE = 1


class FanAutoType(IntEnum):
    TWO_SPEED = 0
    THREE_SPEED = 1
    VARIABLE = 2
    FOUR_SPEED = 3


class MonthsOfAFilter(IntEnum):
    NO_WARNING = 0
    N3_MONTHS = 3
    N6_MONTHS = 6
    N12_MONTHS = 12


class GasHeatType(IntEnum):
    HEAT_ONLY = 0
    COOL_ONLY = 1
    ONE_HEAT_ONE_COOL = 2
    TWO_HEAT_ONE_COOL = 3
    HEAT_PUMP_ONE_FAN_SPEED = 4
    HEAT_PUMP_THREE_FAN_SPEEDS = 5
    HEAT_PUMP_WITH_ONE_HEAT = 6
    TWO_HEAT_PUMPS_WITH_ONE_HEAT = 7
    ONE_GAS = 8
    TWO_GAS_TWO_COOL = 9
    REMOTE_ON_OFF = 10
    VENTILATION = 11
    ANOTHER_MAKER_S = 12
    ANOTHER_MAKER_S_ONE_HEAT_ONE_COOL = 13


class RetEn(IntEnum):
    OFF = 0
    ON = 1


class PowerReturnOfALamp(IntEnum):
    AS_THE_SYSTEM = 0
    NO_CHANGE = 1
    PREVIOUS_SETTING = 2
    WHITE = 3


class LightEffect(IntEnum):
    NONE = 0
    READING = 1
    RELAXING = 2
    CANDLE = 3
    HOLIDAY = 4
    ROTATE = 5
    CIRCADIAN = 6
    MUSIC = 7
    AUTOMATIC_BRIGHTNESS = 8


class SpeedOfChange(IntEnum):
    SLOW = 0
    MEDIUM = 1
    FAST = 2
    IMMEDIATE = 3


class OccupancyDelay(IntEnum):
    NEVER = 0
    N10_MIN = 10
    N15_MIN = 15
    N20_MIN = 20
    N30_MIN = 30
    N60_MIN = 60


class UseOfAnOutlet(IntEnum):
    OUTLET = 2
    GARAGE_DOOR = 3


class DeviceInPairingMode(IntEnum):
    NONE = 0
    LAMP = 1
    OUTLET = 2
    OUTLET_AS_GARAGE_DOOR = 3
    ROLLER_BLIND = 4
    DIMMER_MODULE = 5
    RELAY = 6
    RELAY_AS_GARAGE_DOOR = 7
    RELAY_AS_HEATING_CONTROLLER = 8
    RELAY_AS_COOLING_CONTROLLER = 9
    OUTLET_AS_HEATING_CONTROLLER = 10
    OUTLET_AS_COOLING_CONTROLLER = 11
    VOLTAGE_FREE_RELAY = 12
    VOLTAGE_FREE_RELAY_AS_GARAGE_DOOR = 13
    DIMMER_WITH_WALL_SWITCH = 14
    VOLTAGE_FREE_RELAY_AS_HEATING_CONTROLLER = 15
    VOLTAGE_FREE_RELAY_AS_COOLING_CONTROLLER = 16
    WALL_SWITCH = 100


class CpmBatt(IntEnum):
    CRITICAL = 0
    LOW = 1
    NORMAL = 2
    FULL = 3


class PowerReturn(IntEnum):
    NO_CHANGE = 0
    PREVIOUS_SETTING = 1
    FULL_WHITE = 2


class WhatIsRemoved(IntEnum):
    LAMP = 1
    SWITCH = 2


class ReturnAirSensor(IntEnum):
    RETURN_AIR = 1
    MASTER = 2
    ZONES = 3


class RfSignalLevel(IntEnum):
    FULL = 0
    HALF = 1
    QUARTER = 2
    NONE = 3


class SysModeSplitVRF(IntEnum):
    COOL = 1
    HEAT = 2
    VENT = 3
    DRY = 4
    AUTO = 5


class RoomSensorType(IntEnum):
    CCTS = 0
    CSM = 1
    ISENSE = 2
    WIRELESS = 3
    WIRED = 4
    NONE = 255


class SplitSystemSleepTimer(IntEnum):
    OFF = 0
    N0_5_H = 1
    N1_H = 2
    N2_H = 3
    N4_H = 4
    N6_H = 5
    N8_H = 6
    N12_H = 7


class SysFanSplit(IntEnum):
    LOW_BRAND_SET_AUTO = 1
    MEDIUM_BRAND_SET_QUIET = 2
    HIGH_BRAND_SET_1 = 3
    AUTO_BRAND_SET_2 = 4
    BRAND_SET_3 = 5
    BRAND_SET_4 = 6
    BRAND_SET_5 = 7


class StationError(IntEnum):
    NONE = 0
    OPEN = 1
    SHORT = 2


class StnMode(IntEnum):
    AUTO = 0
    MANUAL = 1
    DISABLED = 2


class StationState(IntEnum):
    NOT_RUNNING = 0
    SOAKING = 1
    WATERING = 2


class SplitSystemSwingType(IntEnum):
    NONE = 0
    HORIZONTAL = 1
    VERTICAL = 2
    BOTH = 3


class SysFan(IntEnum):
    NOT_AVAILABLE = 0
    LOW = 1
    MEDIUM = 2
    HIGH = 3
    AUTO = 4
    TOP = 5
    NON_GAS_HEAT = 99


class SysMode(IntEnum):
    NOT_AVAILABLE = 0
    COOL = 1
    HEAT = 2
    VENT = 3
    DRY = 4
    AUTO = 5
    EXHAUST = 6
    PUMP_ONLY = 7


class SysOn(IntEnum):
    OFF = 0
    ON = 1


class UnitBrand(IntEnum):
    BRAND_A = 22


class UnitBrandSet(IntEnum):
    AUTO = 0
    BRAND_A = 22


class SysFanVRF(IntEnum):
    LOW = 1
    MEDIUM = 2
    HIGH = 3
    AUTO = 4


class WallSwitchOfADimmer(IntEnum):
    LATCHING = 0
    MOMENTARY = 1


class ZoneMode(IntEnum):
    OPEN = 1
    CLOSE = 2
    AUTO = 3
    OVERRIDE = 4
    CONSTANT = 5


class ZoneType(IntEnum):
    OPEN_CLOSE = 1
    CONSTANT = 2
    AUTO = 3


class UnitUnitOpt(TypedDict, total=False):
    """which sensors, histories and options are displayed."""

    RA: int  # return air sensor
    Master: int  # master zone sensor
    Zones: int  # zone sensors
    History: int  # fault history
    SlaveOpt: int  # master-slave options


class UnitUnitBrandA(TypedDict, total=False):
    """settings of one unit brand."""

    HeatSetpoint: int  # highest supply air, °C times 100
    CoolSetpoint: int  # lowest supply air, °C times 100
    FanType: int  # fan type (fan type of one unit brand)
    ModeType: int  # expansion (expansion of one unit brand)
    Quiet: int  # outdoor fan quiet mode


class UnitGasHeat(TypedDict, total=False):
    """gas heater."""

    Type: int  # gas heater type (GasHeatType_e)
    MinRunTime: int  # minimum run time, min
    AnticycleTime: int  # anti-cycle time, min
    StageOffset: int  # temperature difference that starts the second stage, K times 10
    StageDelay: int  # time that the first stage burns before the second, min
    CycleFanCool: int  # the fan stops between two runs of cooling
    CycleFanHeat: int  # the fan stops between two runs of heating


class UnitVentilation(TypedDict, total=False):
    """ventilation: how fan auto works in vent mode."""

    RhSetpoint: int  # humidity setpoint, %
    VocsSetpoint: int  # volatile organic compounds setpoint, ppb
    Eco2Setpoint: int  # equivalent CO2 setpoint, ppm
    FanStageDelay: int  # minimum time between two changes of fan speed, min
    CycleFanOff: int  # the fan stops while the air is good; otherwise it runs low
    UseRhControl: int  # control by humidity
    UseVcosControl: int  # control by volatile organic compounds (key spelled exactly so)
    UseEco2Control: int  # control by equivalent CO2


class UnitEvap(TypedDict, total=False):
    """evaporative cooler."""

    FanSpeed: int  # current fan speed
    State: str  # display text
    RhSet: int  # humidity setpoint, %
    RhRead: int  # humidity reading, %
    FanRunH: int  # fan run hours, h
    PumpRunH: int  # pump run hours, h
    PrewEn: int  # prewash enabled
    PrewTime: int  # prewash time, min
    DrAfPrewEn: int  # drain after prewash
    DrCycEn: int  # drain cycle enabled
    DrCycPer: int  # drain cycle period, 1-50 hours sent as minutes, min
    PostwEn: int  # post wash enabled
    DrBfPostwEn: int  # drain before post wash
    PostwT: int  # post wash time, min
    Inverter: int  # inverter fan
    ResumeLast: int  # resume last state after a power cut
    FanMaxAuto: int  # highest fan speed in auto mode
    FanMax: int  # highest fan speed in manual mode
    ExhMax: int  # highest fan speed in exhaust mode
    ExhEn: int  # exhaust mode enabled
    CtrlSens: int  # control sensor (EvapControlSensor_e)
    CalibTemp: int  # calibration: what is added to the control sensor, °C times 10
    DeadTemp: int  # deadband, °C times 100
    AutoFanMaxTime: int  # time of the highest automatic fan speed, min


class Unit(TypedDict, total=False):
    """The ducted air conditioner: its state, measurements and configuration."""

    SysOn: int  # system on
    SysMode: int  # system mode (SysMode_e)
    SysFan: int  # system fan (SysFan_e)
    SleepTimer: int  # sleep timer; 0 = off, min
    Supply: int  # supply air temperature, °C times 100
    Setpoint: int  # unit setpoint, °C times 100
    Temp: int  # return air temperature, °C times 100
    RAS: int  # return air sensor mode (ReturnAirSensor_e)
    CtrlZone: int  # zone controlling the unit, 0-13; 15 = the unit setpoint
    Tag1: str  # first text line
    Tag2: str  # second text line
    Warnings: str  # `none` or `filter`
    ACError: str  # 3-character error code; a leading-space OK (` OK`) means no error
    EcoLock: int  # setpoints restricted to EcoMin..EcoMax
    EcoMax: int  # highest setpoint under EcoLock, °C times 100
    EcoMin: int  # lowest setpoint under EcoLock, °C times 100
    NoOfConst: int  # number of constant zones
    NoOfZones: int  # number of zones
    SysType: int  # 310 = unit control supported; 210 = no unit control
    iSaveEnable: int  # iSave fitted
    iSaveOn: int  # iSave on
    LockCode: str  # up to 6 digits
    LockStatus: int  # unit locked at its controller
    LockOn: int  # lock enabled
    FanAutoEn: int  # fan auto mode enabled
    FanAutoType: int  # fan auto type (FanAutoType_e)
    FanCapacity: int  # fan auto mode airflow capacity, L/s
    FanUnitCapacity: int  # fan auto mode unit capacity, kW
    FilterWarn: int  # filter warning setting, months
    HvacOnOff: int  # the controller controls on/off of the unit
    HvacMode: int  # the controller controls the mode of the unit
    HvacFan: int  # the controller controls the fan of the unit
    HvacSetpoint: int  # the controller controls the setpoint of the unit
    ExtOnOff: int  # the unit controls on/off of the controller
    ExtMode: int  # the unit controls the mode of the controller
    ExtFan: int  # the unit controls the fan of the controller
    ExtSetpoint: int  # the unit controls the setpoint of the controller
    DamperTime: int  # damper travel time; 0 = automatic, s
    AutoOff: int  # automatic off
    RoomTempDisp: int  # display room temperature
    RfCh: int  # radio channel
    AutoModeDeadB: int  # deadband of auto mode, °C times 100
    WiredLeds: int  # LED setting of wired sensors
    AirflowLock: int  # both airflow limits locked: ZoneMaxAir and ZoneMinAir are refused
    AirflowMinLock: int  # lowest airflow locked: ZoneMinAir is refused
    OutOfViewRAS: int  # return air sensor out of view
    CpuType: int  # controller type (AcCpuType_e)
    SysNo: int  # system number
    AcUnitBrand: int  # unit brand (UnitBrand_e)
    AcUnitBrandSet: int  # unit brand set (UnitBrandSet_e)
    OemMake: int  # maker (OemMake_e)
    HideInduct: int  # hide the induct temperature
    ReverseDampers: int  # damper motors reversed
    Scrooge: int  # scrooge mode
    Pass: str  # system configuration password
    CnstCtrlAreaEn: int  # constant control by area enabled
    CnstCtrlArea: int  # zone area for constant control by area, m²
    StaticP: int  # static pressure of one unit brand
    OpenDampersWhenOff: int  # open dampers when the system is off
    ShowActTemps: int  # show actual temperatures instead of airflow in the zone list
    UseInductEnergy: int  # induct energy setting
    UnitOpt: UnitUnitOpt  # which sensors, histories and options are displayed
    UnitBrandA: UnitUnitBrandA  # settings of one unit brand
    GasHeat: UnitGasHeat  # gas heater
    Ventilation: UnitVentilation  # ventilation: how fan auto works in vent mode
    Evap: UnitEvap  # evaporative cooler
    SleepTimerM: int  # minutes left on the sleep timer, min
    MasterZoneNo: int  # master zone
    InRh: int  # indoor relative humidity, %
    InTVOC: int  # indoor volatile organic compounds, ppb
    IneCO2: int  # indoor equivalent CO2, ppm
    AcRunH: int  # hours that the unit has run, h
    LockZoneNames: int  # names of zones locked: ZoneName is refused
    AirPureOn: int  # air purifier on


class FaultsFaults(TypedDict, total=False):
    """fault."""

    Code: str  # code, 4 characters
    D: int  # day of the month
    M: int  # month
    Y: int  # year
    H: int  # hour
    Min: int  # minute


class Faults(TypedDict, total=False):
    """The last eleven faults of the unit, newest first; an unused entry has an empty code."""

    Faults: list[FaultsFaults]  # faults


class BrandStatusTemps(TypedDict, total=False):
    """temperatures and pressures of the refrigerant."""

    OutdoorCoil: int  # outdoor coil, °C times 100
    IndoorCoil: int  # indoor coil, °C times 100
    Ambient: int  # outdoor air, °C times 100
    SuctionLine: int  # suction line, °C times 100
    DischargeLine: int  # discharge line, °C times 100
    DeIceSensor: int  # de-ice sensor, °C times 100
    Evaporating: int  # evaporating temperature, °C times 100
    Condensing: int  # condensing temperature, °C times 100
    Controller: int  # controller board, °C times 100
    SuctionSideSuperheat: int  # suction side superheat, K times 100
    DischargeSideSuperheat: int  # discharge side superheat, K times 100
    Vacant: int  # vacant
    SuctionLinePressure: int  # suction line pressure, kPa
    DischargeLinePressure: int  # discharge line pressure, kPa


class BrandStatusOutputs(TypedDict, total=False):
    """what the outdoor unit does."""

    OutdoorFanSpeed: int  # outdoor fan speed, %
    IndoorFanSpeed: int  # indoor fan speed, %
    Exv1Position: int  # first expansion valve, %
    Exv2Position: int  # second expansion valve
    UnitCapacity: int  # capacity of the compressor, %
    UnitMode: int  # mode of the compressor
    DigitalOutputs: int  # digital outputs


class BrandStatusThermostats(TypedDict, total=False):
    """temperatures indoors."""

    IndoorUnitCoilTemperature1: int  # first indoor coil, °C times 100
    IndoorUnitSuctionLineTemperature1: int  # suction line of the first indoor coil, °C times 100
    IndoorUnitCoilTemperature2: int  # second indoor coil
    IndoorUnitSuctionLineTemperature2: int  # suction line of the second indoor coil
    SupplyAirTemperature: int  # supply air temperature, °C times 100
    ReturnAirTemperature: int  # return air temperature, °C times 100


class BrandStatusUC8(TypedDict, total=False):
    """controller board."""

    IdCode: int  # id code of the board
    SoftwareVersion: int  # software version


class BrandStatusHistory8(TypedDict, total=False):
    """what was counted since the unit was installed."""

    TotalRunningHours: int  # hours that the compressor ran
    TotalRunningMinutes: int  # minutes beyond the hours that the compressor ran
    TotalCoolingCyclesMade: int  # runs of cooling
    TotalHeatingCyclesMade: int  # runs of heating
    TotalDeiceCyclesMade: int  # runs of de-icing
    ModbusAddress: int  # Modbus address
    Reserved1: int  # reserved
    Reserved2: int  # reserved
    Reserved3: int  # reserved
    Reserved4: int  # reserved
    HpTripEvents: int  # high pressure trips
    LpTripEvents: int  # low pressure trips
    FrostProtectionEvents: int  # frost protections
    FreezeProtectionEvents: int  # freeze protections
    HighTemperatureProtectionEvents: int  # high temperature protections
    HighSuctionLineTemperatureProtectionEvents: int  # high suction line temperature protections
    OverloadProtectionEvents: int  # overload protections
    LowDischanrgeSuperheatProtectionEvents: int  # low discharge superheat protections; key spelled exactly so
    HighDischanrgeSuperheatProtectionEvents: int  # high discharge superheat protections; key spelled exactly so
    NumberOfPowerOnResetEvents: int  # restarts after power was off
    IndoorCoilTemperatureSensorFaults: int  # faults of the indoor coil sensor
    OutdoorCoilTemperatureSensorFaults: int  # faults of the outdoor coil sensor
    OutdoorAmbientTemperatureFaults: int  # faults of the outdoor air sensor
    DischargeLineTemperatureSensorFaults: int  # faults of the discharge line sensor
    SuctionLineTemperatureSensorFaults: int  # faults of the suction line sensor
    DeiceTemperatureSensorFaults: int  # faults of the de-ice sensor
    HighPressureSensorFaults: int  # faults of the high pressure sensor
    LowPressureSensorFaults: int  # faults of the low pressure sensor
    HighBoardTemperatureFaults: int  # faults by a hot board
    ReverseCycleValveFaults: int  # faults of the reversing valve
    IucCommunicationFaults: int  # faults of communication with the indoor controller
    IucFaults: int  # faults of the indoor controller
    InverterFaults: int  # faults of the inverter
    CompressorOutOfEnvelopeFaults: int  # faults of a compressor outside its limits


class BrandStatusInputStatus(TypedDict, total=False):
    """state of the inputs."""

    Inputs: int  # inputs


class BrandStatusOutputStatus(TypedDict, total=False):
    """state of the outputs."""

    Outputs: int  # outputs


class BrandStatusTimers(TypedDict, total=False):
    """minimum times."""

    MinimumOnOffTime: int  # time until the compressor may stop, s
    MinimumOffOnTime: int  # time until the compressor may start, s
    MinimumOnOnTime: int  # time from one start to the next that is left, s


class BrandStatus(TypedDict, total=False):
    """The measurements and counters of the controller of a unit of brand A."""

    Temps: BrandStatusTemps  # temperatures and pressures of the refrigerant
    Outputs: BrandStatusOutputs  # what the outdoor unit does
    Thermostats: BrandStatusThermostats  # temperatures indoors
    UC8: BrandStatusUC8  # controller board
    History8: BrandStatusHistory8  # what was counted since the unit was installed
    InputStatus: BrandStatusInputStatus  # state of the inputs
    OutputStatus: BrandStatusOutputStatus  # state of the outputs
    Timers: BrandStatusTimers  # minimum times


class Zone(TypedDict, total=False):
    """One zone of the ducted system: its damper, its sensor and its settings."""

    Index: int  # zone index
    Name: str  # zone name
    ZoneType: int  # zone type (ZoneType_e)
    SensType: int  # sensor type (RoomSensorType_t)
    Mode: int  # zone mode (ZoneMode_e)
    Setpoint: int  # zone setpoint, °C times 100
    Temp: int  # zone temperature, °C times 100
    MaxAir: int  # highest damper opening, %
    MinAir: int  # lowest damper opening, %
    Const: int  # constant number; 255 = not a constant zone
    ConstA: int  # constant zone active (forced open)
    Master: int  # master zone forced open
    DmpFlt: int  # damper motor fault
    iSense: int  # iSense
    Area: int  # zone area, m²
    Calibration: int  # sensor calibration, °C times 10
    Bypass: int  # constant zone set to bypass
    DmpPos: int  # current damper position, %
    RfSignal: int  # radio signal (RfSignalLevel_e)
    BattVolt: int  # sensor battery (BatteryLevel_e)
    SensorFault: int  # sensor fault
    BalanceMax: int  # upper balance limit, %
    BalanceMin: int  # lower balance limit, %
    DamperSkip: int  # damper skipped
    ConstClimate: int  # constant climate
    Rh: int  # relative humidity, %
    DamperLink: int  # linked damper
    TabletId: int  # tablet


class ScheduleDaysEnabled(TypedDict, total=False):
    """days on which the favourite runs."""

    M: int  # Monday
    Tu: int  # Tuesday
    W: int  # Wednesday
    Th: int  # Thursday
    F: int  # Friday
    Sa: int  # Saturday
    Su: int  # Sunday


class ScheduleZones(TypedDict, total=False):
    """zone of the favourite."""

    Mode: int  # zone mode (ZoneMode_e)
    Setpoint: int  # zone setpoint, °C times 100


class ScheduleEvap(TypedDict, total=False):
    """what the favourite does to an evaporative cooler."""

    UnitSetpoint: int  # setpoint of the unit, °C times 100
    FanSpeed: int  # fan speed
    RhSetpoint: int  # humidity setpoint, %


class Schedule(TypedDict, total=False):
    """A favourite of the ducted system; an unused one has an empty name."""

    Index: int  # favourite index
    Name: str  # favourite name
    Enabled: int  # starts and stops by time
    Mode: int  # system mode (SysMode_e)
    Fan: int  # system fan (SysFan_e)
    StartH: int  # start hour; 31 = no start
    StartM: int  # start minute; 63 = no start
    StopH: int  # stop hour; 31 = no stop
    StopM: int  # stop minute; 63 = no stop
    DaysEnabled: ScheduleDaysEnabled  # days on which the favourite runs
    Zones: list[ScheduleZones]  # what each zone does
    Evap: ScheduleEvap  # what the favourite does to an evaporative cooler


class SplitSystem(TypedDict, total=False):
    """The split system as a whole."""

    Beep: int  # units confirm commands with a sound
    MaxZones: int  # most units: 5 or 14
    MaxFavs: int  # most favourites: 4 or 9


class Split(TypedDict, total=False):
    """One wall split unit."""

    Index: int  # unit index, may be non-consecutive
    Att: int  # paired
    Name: str  # unit name
    On: int  # unit on
    Mode: int  # mode (SysMode_e (split, VRF))
    Fan: int  # fan speed (SysFan_e (split))
    Setpoint: int  # setpoint, °C times 100
    Swing: int  # swing (SplitSystemSwingType_e)
    Act: int  # active, detected
    Sleep: int  # sleep timer (SplitSystemSleepTimer_e)
    Brand: int  # unit brand
    AllOn: int  # switched by all on at the wall controller
    AllOff: int  # switched by all off at the wall controller


class SplitFavouriteDaysEnabled(TypedDict, total=False):
    """days on which the favourite runs."""

    M: int  # Monday
    Tu: int  # Tuesday
    W: int  # Wednesday
    Th: int  # Thursday
    F: int  # Friday
    Sa: int  # Saturday
    Su: int  # Sunday


class SplitFavourite(TypedDict, total=False):
    """A favourite of the split system."""

    Index: int  # favourite index
    Name: str  # favourite name
    StartH: int  # start hour; other than 0-23 = no start
    StartM: int  # start minute; other than 0-59 = no start
    StopH: int  # stop hour; other than 0-23 = no stop
    StopM: int  # stop minute; other than 0-59 = no stop
    Enabled: int  # starts and stops by time
    DaysEnabled: SplitFavouriteDaysEnabled  # days on which the favourite runs
    Zones: list[list[int]]  # what each unit does


class Vrf(TypedDict, total=False):
    """One VRF fan-coil unit."""

    X: int  # unit number; 0 is reserved for the ducted system
    Name: str  # unit name
    On: int  # unit on
    Mode: int  # mode (SysMode_e (split, VRF))
    Fan: int  # fan speed (SysFan_e (VRF))
    Sp: int  # setpoint, °C times 100
    Sw: int  # swing (SplitSystemSwingType_e)
    Er: str  # error of the unit, 3 characters; ` OK` means none
    Ra: int  # return air temperature, °C times 100
    Rs: int  # 0 indoor sensor, 1 remote sensor
    C325: int  # module connected
    Ac: int  # unit connected
    Cvrf: int  # CVRF module connected
    Id: int  # CVRF device id
    Ms: int  # master
    Rf: int  # radio sensor detected
    Tmr: int  # sleep timer (SplitSystemSleepTimer_e)
    TmrL: int  # sleep timer left, min
    SwAl: int  # swing types allowed (SplitSystemSwingType_e)


class VrfFavouriteDaysEnabled(TypedDict, total=False):
    """days on which the favourite runs."""

    M: int  # Monday
    Tu: int  # Tuesday
    W: int  # Wednesday
    Th: int  # Thursday
    F: int  # Friday
    Sa: int  # Saturday
    Su: int  # Sunday


class VrfFavourite(TypedDict, total=False):
    """A favourite of the VRF system."""

    Index: int  # favourite index
    Name: str  # favourite name
    StartH: int  # start hour; other than 0-23 = no start
    StartM: int  # start minute; other than 0-59 = no start
    StopH: int  # stop hour; other than 0-23 = no stop
    StopM: int  # stop minute; other than 0-59 = no stop
    Enabled: int  # starts and stops by time
    DaysEnabled: VrfFavouriteDaysEnabled  # days on which the favourite runs
    Units: list[list[int]]  # what each unit does


class Irrigation(TypedDict, total=False):
    """The irrigation controller."""

    Tag1: str  # first text line
    Tag2: str  # second text line
    Name1: str  # name of program 0
    Name2: str  # name of program 1
    Name3: str  # name of program 2
    Name4: str  # name of program 3
    Name5: str  # name of program 4
    Name6: str  # name of program 5
    Name7: str  # name of program 6
    Name8: str  # name of program 7
    Name9: str  # name of program 8
    Enable: bool  # system enabled
    SoakPeriods: int  # soak pauses in a run
    SoakTime: int  # length of a soak pause, min
    NoOfStations: int  # number of stations
    Ratio: int  # run time ratio; shown as ratio minus 100, %
    TestTime: int  # time of each station in test mode, min
    RainWait: int  # days of rain delay, d
    ManualRunTime: int  # manual run time, min
    IgnoreLowCurrentFault: int  # ignore a low current fault
    CurrentProgram: int  # running program, 0-8; any other value = none
    TestMode: int  # test running
    Pass: str  # configuration password
    RfCh: int  # radio channel
    CtrlErr: int  # 0 none; 1, 2, 3 = error on controller 1, 2, 3


class ProgramDays(TypedDict, total=False):
    """days on which the program runs (Tuesday is `T` here)."""

    M: int  # Monday
    T: int  # Tuesday
    W: int  # Wednesday
    Th: int  # Thursday
    F: int  # Friday
    Sa: int  # Saturday
    Su: int  # Sunday


class ProgramStartTimes(TypedDict, total=False):
    """start time."""

    h: int  # hour; 31 = unused
    m: int  # minute; 63 = unused


class ProgramRunTimes(TypedDict, total=False):
    """run time."""

    t: int  # run time, min


class Program(TypedDict, total=False):
    """One irrigation program; an unused one has an empty name."""

    Index: int  # program index
    Name: str  # program name
    Days: ProgramDays  # days on which the program runs (Tuesday is `T` here)
    Enable: int  # start times enabled
    StartTimes: list[ProgramStartTimes]  # start times
    RunTimes: list[ProgramRunTimes]  # run time of each station


class Station(TypedDict, total=False):
    """One irrigation station."""

    Index: int  # station index
    Name: str  # station name
    Soak: int  # soak pauses
    State: int  # current state (station state)
    Error: int  # fault of its wire (station error)
    LastRun: int  # days since the last run; 7 = 7 or more, d
    Mode: int  # station mode (StnMode_e)


class PowerDevicesChannels(TypedDict, total=False):
    """channel."""

    Name: str  # channel name
    GrNo: int  # group number; 255 = no group
    Consum: int  # consumption
    Enabled: int  # channel enabled
    Generate: int  # the channel generates
    AddToTotal: int  # the channel counts towards the total


class PowerDevices(TypedDict, total=False):
    """device."""

    Enabled: int  # device enabled
    Name: str  # device name
    Channels: list[PowerDevicesChannels]  # channels


class Power(TypedDict, total=False):
    """The power monitor: tariff, devices and channels."""

    Enabled: int  # monitor enabled
    Tag1: str  # first text line
    Tag2: str  # second text line
    Voltage: int  # mains voltage, V
    PF: int  # power factor x100
    CostOfPower: int  # cost per kWh in 0.01 cents, cent times 100
    Emissions: int  # emissions, gCOe/kWh
    Devices: list[PowerDevices]  # devices


class PowerStatusDevCh(TypedDict, total=False):
    """channel."""

    Pwr: int  # power, W


class PowerStatusDev(TypedDict, total=False):
    """device."""

    Ok: int  # device responds
    Batt: int  # battery (CpmBatt_e)
    Ch: list[PowerStatusDevCh]  # channels


class PowerStatus(TypedDict, total=False):
    """The current reading of each channel of the power monitor."""

    lastReadingNo: int  # number of the last reading
    LastReadingNo: int  # number of the last reading
    Dev: list[PowerStatusDev]  # devices


class LightingTime(TypedDict, total=False):
    """clock of the system."""

    Y: int  # year, two digits
    Mo: int  # month
    D: int  # day
    dow: int  # day of the week; 0 = Sunday
    h: int  # hour
    mi: int  # minute
    s: int  # second


class Lighting(TypedDict, total=False):
    """The lighting system."""

    IntV: int  # version of the interface
    Tag1: str  # first text line
    Tag2: str  # second text line
    Pass: str  # configuration password
    Pg1N: str  # name of page 1
    Pg2N: str  # name of page 2
    Pg3N: str  # name of page 3
    Pg4N: str  # name of page 4
    Pg5N: str  # name of page 5
    Pg6N: str  # name of page 6
    Pg7N: str  # name of page 7
    Pg8N: str  # name of page 8
    Pg9N: str  # name of page 9
    Pg10N: str  # name of page 10
    LiNext: int  # next free number of a lamp
    SWNext: int  # next free number of a switch
    LiLast: int  # last lamp that was configured
    SwLast: int  # last switch that was configured
    Time: LightingTime  # clock of the system
    AdLock: int  # layout locked
    RfCh: int  # radio channel
    LiPwrOn: int  # what lamps do when power returns (power return)


class LampDays(TypedDict, total=False):
    """days of the alarm."""

    M: int  # Monday
    Tu: int  # Tuesday
    W: int  # Wednesday
    Th: int  # Thursday
    F: int  # Friday
    Sa: int  # Saturday
    Su: int  # Sunday


class Lamp(TypedDict, total=False):
    """A lamp, a dimmer, an outlet, a relay, a blind or a garage door."""

    Index: int  # number of the lamp
    Name: str  # name of the lamp
    GrNo: int  # group; 255 = none
    PgNo: int  # page
    LocX: int  # position on the page from the left, %
    LocY: int  # position on the page from the top, %
    Att: int  # attached
    On: int  # 1 on, 0 off
    Brig: int  # brightness, %
    Temp: int  # white; 0 cold to 100 warm, %
    R: int  # red
    G: int  # green
    B: int  # blue
    Type: str  # kind of device
    Pwrd: int  # powered; 0 = switched off at the wall and not controllable
    Fx: int  # effect (light effect)
    Acce: int  # speed of changes (speed of change)
    Alar: int  # alarm
    iSen: int  # follows an iSense
    Rgb: int  # shows colour; 0 = white
    AlOf: int  # included in all off
    AlOn: int  # takes part in "all on"
    D1: int  # occupancy: first delay, min
    A1: int  # occupancy: brightness after the first delay, %
    D2: int  # occupancy: second delay, min
    A2: int  # occupancy: brightness after the second delay, %
    OccAuOn: int  # switches on when somebody comes
    AlH: int  # hour of the alarm; 31 = none
    AlM: int  # minute of the alarm; 63 = none
    Days: LampDays  # days of the alarm
    Reed: int  # garage door is shut; 0 = open
    Pulse: int  # garage door: length of a press; tenths of a second
    Setpoint: int  # temperature controller: target temperature, °C times 100
    RoomTemp: int  # temperature controller: room temperature, °C times 100
    CacdLimit: int  # dimmer: lowest brightness, %
    SwitchType: int  # wall switch of a dimmer (wall switch of a dimmer)
    LedOnOff: int  # lamp in the wall switch of a dimmer
    ReverseOutput: int  # voltage-free relay closed when off
    AllOn: int  # blind: its move upon "all on" (move of a blind)
    AllOff: int  # blind: what it does at all off (move of a blind)
    Reverse: int  # blind: motor reversed
    LiPwrOn: int  # what the lamp does when power returns (power return of a lamp)
    Pos: int  # blind: opening, %


class WallSwitch(TypedDict, total=False):
    """A wireless wall switch with up to three buttons, or an occupancy sensor."""

    Index: int  # number of the switch
    But1: int  # what button 1 controls (button and sensor function)
    But1No: int  # group or zone of button 1
    But2: int  # what button 2 controls (button and sensor function)
    But2No: int  # group or zone of button 2
    But3: int  # what button 3 controls (button and sensor function)
    But3No: int  # group or zone of button 3
    Occ: int  # what the occupancy sensor controls (button and sensor function)
    OccNo: int  # group or zone of the occupancy sensor
    Lit: int  # light sensor; 255 = none
    Att: int  # attached
    NoBut: int  # number of buttons


class LightFavouriteOn(TypedDict, total=False):
    """start."""

    H: int  # hour; 31 = none
    M: int  # minute; 63 = none


class LightFavouriteOff(TypedDict, total=False):
    """stop."""

    H: int  # hour; 31 = none
    M: int  # minute; 63 = none


class LightFavouriteDays(TypedDict, total=False):
    """days on which the favourite runs."""

    M: int  # Monday
    Tu: int  # Tuesday
    W: int  # Wednesday
    Th: int  # Thursday
    F: int  # Friday
    Sa: int  # Saturday
    Su: int  # Sunday


class LightFavouriteiLightFav(TypedDict, total=False):
    """lamp of a favourite."""

    X: int  # number of the lamp
    S: str  # settings; on, brightness, white, red, green, blue, effect, colour on, speed, applicable (0 = the lamp is not changed)


class LightFavourite(TypedDict, total=False):
    """A lighting favourite; an unused one has an empty name."""

    Fav: int  # favourite index
    Name: str  # favourite name
    En: int  # times enabled
    On: LightFavouriteOn  # start
    Off: LightFavouriteOff  # stop
    Days: LightFavouriteDays  # days on which the favourite runs
    iLightFav: list[LightFavouriteiLightFav]  # what it does to each lamp


class LampDiagnostics(TypedDict, total=False):
    """Diagnostics of a lamp."""

    Index: int  # number of the lamp
    Temp: int  # temperature of the lamp, °C times 100
    Reduction: int  # dimming to stay cool, %
    LightReading: int  # reading of the light sensor
    OccupancyReading: int  # reading of the occupancy sensor
    LightSetpoint: int  # light level to hold; 65535 = not set
    LampOverride: int  # override; 255 none, 0 off, otherwise brightness
    LightTimeouts: int  # time-outs of the light sensor
    LightPerCent: int  # share of light, %
    TempBrightness: int  # momentary brightness, %
    OccPresentTimeout: int  # minutes until people count as absent
    LampFavCalcChecksum: int  # calculated checksum of the favourites
    LampFavRecChecksum: int  # received checksum of the favourites
    LiTimeout: int  # seconds until the light sensor counts as lost
    OccTimeout: int  # seconds until the occupancy sensor counts as lost
    OccCurrentAction: int  # current effect of occupancy; 255 none, 0 off, otherwise brightness
    Powered: int  # powered


class LightNetwork(TypedDict, total=False):
    """The network settings of the bridge."""

    IpAddress: str  # address
    Mac: str  # hardware address
    Dhcp: str  # address from DHCP; 1 = yes
    StaticIp: str  # static address
    Mask: str  # network mask
    Gateway: str  # gateway
    PriDns: str  # first name server
    SecDns: str  # second name server


class LastButton(TypedDict, total=False):
    """The last button that was pressed."""

    Sw: int  # number of the switch; 255 = none yet
    But: int  # number of the button; 255 = none yet


QUERIES: dict[str, Any] = json.loads(r"""{
"unit": {"path":"/HvacRequestV2","root":"HvacV2Request","type":1,"at":["SystemV2"]},
"faults": {"path":"/HvacRequestV2","root":"HvacV2Request","type":4,"at":["AcUnitFaultHistV2"]},
"brandStatus": {"path":"/HvacRequestV2","root":"HvacV2Request","type":5,"at":["UnitBrandAInfoV2"]},
"zone": {"path":"/HvacRequestV2","root":"HvacV2Request","type":2,"at":["ZonesV2"],"count":14,"key":"Index"},
"schedule": {"path":"/HvacRequestV2","root":"HvacV2Request","type":3,"at":["SchedulesV2"],"count":9,"key":"Index"},
"splitSystem": {"path":"/SplitSystemRequest","root":"SplitSystemRequest","type":1,"at":["SplitSystemSystem","Global"]},
"split": {"path":"/SplitSystemRequest","root":"SplitSystemRequest","type":1,"at":["SplitSystemSystem","Zones"],"list":true,"key":"Index"},
"splitFavourite": {"path":"/SplitSystemRequest","root":"SplitSystemRequest","type":2,"at":["SplitSystemFavourites"],"list":true,"key":"Index"},
"vrf": {"path":"/VrfControlRequest","root":"VrfControlSystemRequest","type":1,"at":["VrfControlSystem","Vrfs"],"list":true,"key":"X"},
"vrfFavourite": {"path":"/VrfControlRequest","root":"VrfControlSystemRequest","type":3,"at":["VrfControlFavourite"],"count":9,"key":"Index"},
"irrigation": {"path":"/iLightRequest","root":"RetRequest","type":1,"at":["RetSystem"]},
"program": {"path":"/iLightRequest","root":"RetRequest","type":2,"at":["RetProgram"],"count":9,"key":"Index"},
"station": {"path":"/iLightRequest","root":"RetRequest","type":3,"at":["RetStation"],"count":24,"key":"Index"},
"power": {"path":"/PowerRequest","root":"PowerRequest","type":1,"at":["PowerMonitorConfig"]},
"powerStatus": {"path":"/PowerRequest","root":"PowerRequest","type":2,"at":["PowerMonitorStatus"]},
"lighting": {"path":"/iLightRequest","root":"LiRequest","type":2,"at":["iLightSystem"]},
"lamp": {"path":"/iLightRequest","root":"LiRequest","type":1,"at":["iLight"],"count":128,"key":"Index"},
"wallSwitch": {"path":"/iLightRequest","root":"LiRequest","type":3,"at":["Switch"],"count":128,"key":"Index"},
"lightFavourite": {"path":"/iLightRequest","root":"LiRequest","type":4,"at":["iLightFav"],"count":9,"portions":{"list":"iLightFav","count":6},"key":"Fav"},
"lampDiagnostics": {"path":"/iLightRequest","root":"LiRequest","type":5,"at":["iLightDiagLamp"],"count":128,"key":"Index"},
"lightNetwork": {"path":"/iLightRequest","root":"LiRequest","type":7,"at":["NetworkSettings"]},
"lastButton": {"path":"/iLightRequest","root":"LiRequest","type":8,"at":["LiLastButton"]}
}""")


DIALECTS: dict[str, Any] = json.loads(r"""{
"neutral": {"paths":{},"keys":{}},
"izone": {"paths":{"/HvacRequestV2":"/iZoneRequestV2","/HvacCommandV2":"/iZoneCommandV2"},"keys":{"HvacV2Request":"iZoneV2Request","HvacDeviceUId":"AirStreamDeviceUId","HvacOnOff":"iZoneOnOff","HvacMode":"iZoneMode","HvacFan":"iZoneFan","HvacSetpoint":"iZoneSetpoint","HvacStatusV2":"iZoneStatusV2","UnitBrandA":"Temperzone","UnitBrandAInfoV2":"TemperzoneInfoV2","Evap":"Coolbreeze","UnitBrandAQuietMode":"TemperzoneQuietMode","UnitBrandASettingsSetpoints":"TemperzoneSettingsSetpoints","UnitBrandASettingsUnit":"TemperzoneSettingsUnit","EvapFanSpeed":"CoolbreezeFanSpeed","EvapRhSetpoint":"CoolbreezeRhSetpoint","EvapPrewEn":"CoolbreezePrewEn","EvapPrewTime":"CoolbreezePrewTime","EvapDrAfPrewEn":"CoolbreezeDrAfPrewEn","EvapDrCycEn":"CoolbreezeDrCycEn","EvapDrCycPer":"CoolbreezeDrCycPer","EvapPostwEn":"CoolbreezePostwEn","EvapDrBfPostwEn":"CoolbreezeDrBfPostwEn","EvapPostwT":"CoolbreezePostwT","EvapInverter":"CoolbreezeInverter","EvapResumeLast":"CoolbreezeResumeLast","EvapFanMaxAuto":"CoolbreezeFanMaxAuto","EvapFanMax":"CoolbreezeFanMax","EvapExhMax":"CoolbreezeExhMax","EvapExhEn":"CoolbreezeExhEn","EvapCtrlSens":"CoolbreezeCtrlSens","EvapCalibTemp":"CoolbreezeCalibTemp","EvapDeadTemp":"CoolbreezeDeadTemp","EvapAutoFanMaxTime":"CoolbreezeAutoFanMaxTime","EvapFavSettings":"CoolbreezeFavSettings"}}
}""")


COMMANDS: dict[str, Any] = json.loads(r"""{
"SysOn": {"path":"/HvacCommandV2","body":{"min":0,"max":1}},
"SysMode": {"path":"/HvacCommandV2","body":{"labels":{"not available":0,"cool":1,"heat":2,"vent":3,"dry":4,"auto":5,"exhaust":6,"pump only":7}}},
"SysFan": {"path":"/HvacCommandV2","body":{"labels":{"not available":0,"low":1,"medium":2,"high":3,"auto":4,"top":5,"non-gas heat":99}}},
"SysSetpoint": {"path":"/HvacCommandV2","body":{"min":1500,"max":3000,"unit":"°C","scale":100}},
"iSave": {"path":"/HvacCommandV2","body":{"min":0,"max":1}},
"SysSleepTimer": {"path":"/HvacCommandV2","body":{"min":0,"max":1440,"unit":"min"}},
"ZoneMode": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"Mode":{"labels":{"open":1,"close":2,"auto":3,"override":4,"constant":5}}}}},
"ZoneSetpoint": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"Setpoint":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}}}},
"ZoneMaxAir": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"MaxAir":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"ZoneMinAir": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"MinAir":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"ZoneName": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"Name":{"bytes":15}}}},
"SchedAcMode": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Mode":{"labels":{"not available":0,"cool":1,"heat":2,"vent":3,"dry":4,"auto":5,"exhaust":6,"pump only":7}}}}},
"SchedAcFan": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Fan":{"labels":{"not available":0,"low":1,"medium":2,"high":3,"auto":4,"top":5,"non-gas heat":99}}}}},
"SchedName": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Name":{"bytes":15}}}},
"SchedZones": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Zones":{"items":{"keys":{"Mode":{"labels":{"open":1,"close":2,"auto":3,"override":4,"constant":5}},"Setpoint":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}}},"least":1,"most":14}}}},
"SchedSettings": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"StartH":{"min":0,"max":23,"off":31},"StartM":{"min":0,"max":59,"off":63},"StopH":{"min":0,"max":23,"off":31},"StopM":{"min":0,"max":59,"off":63},"DaysEnabled":{"keys":{"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}},"optional":["DaysEnabled"]}},
"SchedEnable": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Enabled":{"min":0,"max":1}}}},
"FavouriteSet": {"path":"/HvacCommandV2","body":{"min":1,"max":9}},
"SplitSystemZoneOn": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"On":{"min":0,"max":1}}}},
"SplitSystemZoneMode": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Mode":{"labels":{"cool":1,"heat":2,"vent":3,"dry":4,"auto":5}}}}},
"SplitSystemZoneFan": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Fan":{"labels":{"low (brand set: auto)":1,"medium (brand set: quiet)":2,"high (brand set: 1)":3,"auto (brand set: 2)":4,"brand set: 3":5,"brand set: 4":6,"brand set: 5":7}}}}},
"SplitSystemZoneSetpoint": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Setpoint":{"min":1700,"max":3000,"step":50,"unit":"°C","scale":100}}}},
"SplitSystemZoneSwing": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Swing":{"labels":{"none":0,"horizontal":1,"vertical":2,"both":3}}}}},
"SplitSystemZoneSleepTimer": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Sleep":{"labels":{"off":0,"0.5 h":1,"1 h":2,"2 h":3,"4 h":4,"6 h":5,"8 h":6,"12 h":7}}}}},
"SplitSystemZoneName": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Name":{"bytes":15}}}},
"SplitSystemFavouriteName": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":8},"Name":{"bytes":15}}}},
"SplitSystemScheduleEnable": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":8},"En":{"min":0,"max":1}}}},
"SplitSystemScheduleSettings": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":8},"StartH":{"min":-2147483648,"max":2147483647},"StartM":{"min":-2147483648,"max":2147483647},"StopH":{"min":-2147483648,"max":2147483647},"StopM":{"min":-2147483648,"max":2147483647},"DaysEnabled":{"keys":{"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}}}},
"SplitSystemChangeSplitFavourite": {"path":"/SplitSystemCommand","body":{"keys":{"SplitIndex":{"min":0,"max":13},"FavouriteIndex":{"min":0,"max":8},"Apply":{"min":0,"max":1},"On":{"min":0,"max":1},"Mode":{"labels":{"cool":1,"heat":2,"vent":3,"dry":4,"auto":5}},"Fan":{"labels":{"low (brand set: auto)":1,"medium (brand set: quiet)":2,"high (brand set: 1)":3,"auto (brand set: 2)":4,"brand set: 3":5,"brand set: 4":6,"brand set: 5":7}},"Swing":{"labels":{"none":0,"horizontal":1,"vertical":2,"both":3}},"Sleep":{"labels":{"off":0,"0.5 h":1,"1 h":2,"2 h":3,"4 h":4,"6 h":5,"8 h":6,"12 h":7}},"Setpoint":{"min":1700,"max":3000,"step":50,"unit":"°C","scale":100}}}},
"VrfSystemZoneOn": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"On":{"min":0,"max":1}}}},
"VrfSystemZoneMode": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Mode":{"labels":{"cool":1,"heat":2,"vent":3,"dry":4,"auto":5}}}}},
"VrfSystemZoneFan": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Fan":{"labels":{"low":1,"medium":2,"high":3,"auto":4}}}}},
"VrfSystemZoneSetpoint": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Setpoint":{"min":1500,"max":3000,"step":100,"unit":"°C","scale":100}}}},
"VrfSystemZoneSwing": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Swing":{"labels":{"none":0,"horizontal":1,"vertical":2,"both":3}}}}},
"VrfSystemZoneSleepTimer": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Timer":{"labels":{"off":0,"0.5 h":1,"1 h":2,"2 h":3,"4 h":4,"6 h":5,"8 h":6,"12 h":7}}}}},
"VrfControlVrfName": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Name":{"bytes":15}}}},
"RetEnable": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":1}},
"RetRatio": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":200,"unit":"%"}},
"RetRainWait": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":7,"unit":"d"}},
"RetTestMode": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":1}},
"RetSoakIntervals": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":15}},
"RetSoakTime": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":240,"unit":"min"}},
"RetSetManRunTime": {"path":"/iLightCommand","local":true,"body":{"min":1,"max":240,"unit":"min"}},
"RetTag2": {"path":"/iLightCommand","local":true,"body":{"keys":{"Tag":{"bytes":15}}}},
"RetStnMode": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":23},"Mode":{"labels":{"auto":0,"manual":1,"disabled":2}}}}},
"RetStSoak": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":23},"Soak":{"min":0,"max":1}}}},
"RetPrRetStNameogName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":23},"Name":{"bytes":15}}}},
"RetStRunTime": {"path":"/iLightCommand","local":true,"body":{"keys":{"Program":{"min":0,"max":8},"No":{"min":0,"max":23},"RunTime":{"min":0,"max":240,"unit":"min"}}}},
"RetRunProgram": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Run":{"min":0,"max":1}}}},
"RetProgram": {"path":"/iLightCommand","local":true,"body":{"keys":{"Index":{"min":0,"max":8},"StartTimes":{"items":{"keys":{"h":{"min":0,"max":23,"off":31},"m":{"min":0,"max":59,"off":63}}},"least":0,"most":6},"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}},
"RetPrEnable": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Enable":{"min":0,"max":1}}}},
"RetProgName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Name":{"bytes":15}}}},
"ChannelName": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Name":{"bytes":15}}}},
"LiOn": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"On":{"min":0,"max":1}}}},
"LiBright": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Bright":{"min":0,"max":100,"unit":"%"}}}},
"LiTemp": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Temp":{"min":0,"max":100,"unit":"%"}}}},
"LiRgb": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"R":{"min":0,"max":255},"G":{"min":0,"max":255},"B":{"min":0,"max":255}}}},
"LiRgbMode": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Rgb":{"min":0,"max":1}}}},
"LiFx": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Fx":{"labels":{"none":0,"reading":1,"relaxing":2,"candle":3,"holiday":4,"rotate":5,"circadian":6,"music":7,"automatic brightness":8}}}}},
"LiAccel": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Accel":{"labels":{"slow":0,"medium":1,"fast":2,"immediate":3}}}}},
"LiAlarm": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Alar":{"min":0,"max":1}}}},
"LiLampAlarm": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AlH":{"min":0,"max":23,"off":31},"AlM":{"min":0,"max":59,"off":63},"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1},"En":{"min":0,"max":1}}}},
"LiAlSnooze": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Time":{"min":1,"max":120,"unit":"min"}}}},
"LiiSense": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"iSen":{"min":0,"max":1}}}},
"LiOccSt": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"D1":{"labels":{"never":0,"10 min":10,"15 min":15,"20 min":20,"30 min":30,"60 min":60}},"A1":{"min":0,"max":100,"unit":"%"},"D2":{"labels":{"never":0,"10 min":10,"15 min":15,"20 min":20,"30 min":30,"60 min":60}},"A2":{"min":0,"max":100,"unit":"%"}}}},
"LiOccAutoOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"On":{"min":0,"max":1}}}},
"LiAllOn": {"path":"/iLightCommand","body":{"keys":{"On":{"min":1,"max":1}}}},
"LiAllOff": {"path":"/iLightCommand","body":{"keys":{"Off":{"min":1,"max":1}}}},
"LiAlOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AlOn":{"min":0,"max":1}}}},
"LiAlOf": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AlOf":{"min":0,"max":1}}}},
"LiHoliday": {"path":"/iLightCommand","body":{"keys":{"Hol":{"min":0,"max":1}}}},
"LiMusic": {"path":"/iLightCommand","body":{"keys":{"RgbOn":{"min":0,"max":1},"Temp":{"min":0,"max":100,"unit":"%"},"Bright":{"min":0,"max":100,"unit":"%"},"R":{"min":0,"max":255},"G":{"min":0,"max":255},"B":{"min":0,"max":255}}}},
"LiName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Name":{"bytes":15}}}},
"LiGroup": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Group":{"min":0,"max":255}}}},
"LiPage": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Page":{"min":0,"max":9}}}},
"LiLoc": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"x":{"min":0,"max":100,"unit":"%"},"y":{"min":0,"max":100,"unit":"%"}}}},
"LiFavAct": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":8}}}},
"LiFavSet": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Ap":{"bytes":128}}}},
"LiFavName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Name":{"bytes":15}}}},
"LiFavEn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"En":{"min":0,"max":1}}}},
"LiFavTime": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"OnH":{"min":0,"max":23,"off":31},"OnM":{"min":0,"max":59,"off":63},"OffH":{"min":0,"max":23,"off":31},"OffM":{"min":0,"max":59,"off":63},"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}},
"LiTag1": {"path":"/iLightCommand","local":true,"body":{"bytes":31}},
"LiTag2": {"path":"/iLightCommand","local":true,"body":{"bytes":31}},
"LiPass": {"path":"/iLightCommand","local":true,"body":{"bytes":15}},
"LiPageName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":1,"max":10},"Name":{"bytes":15}}}},
"LiAdLock": {"path":"/iLightCommand","local":true,"body":{"keys":{"AdLock":{"min":0,"max":1}}}},
"LiRfCh": {"path":"/iLightCommand","local":true,"body":{"keys":{"Ch":{"min":1,"max":8}}}},
"LiPwrOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"PwrOn":{"labels":{"no change":0,"previous setting":1,"full white":2}}}}},
"IndividualLiPwrOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"LiPwrOn":{"labels":{"as the system":0,"no change":1,"previous setting":2,"white":3}}}}},
"LiPair": {"path":"/iLightCommand","local":true,"body":{"keys":{"Pair":{"min":1,"max":1}}}},
"LiRemove": {"path":"/iLightCommand","local":true,"body":{"keys":{"Type":{"labels":{"lamp":1,"switch":2}},"No":{"min":0,"max":127}}}},
"SwConfig": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"LiNo":{"min":0,"max":255},"OccSys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"OccNo":{"min":0,"max":255},"But1Sys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"But1No":{"min":0,"max":255},"But2Sys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"But2No":{"min":0,"max":255},"But3Sys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"But3No":{"min":0,"max":255}}}},
"DeviceTypeChange": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Type":{"labels":{"lamp":1,"outlet":2,"outlet as garage door":3,"roller blind":4,"dimmer module":5,"relay":6,"relay as garage door":7,"relay as heating controller":8,"relay as cooling controller":9,"outlet as heating controller":10,"outlet as cooling controller":11,"voltage-free relay":12,"voltage-free relay as garage door":13,"dimmer with wall switch":14,"voltage-free relay as heating controller":15,"voltage-free relay as cooling controller":16}}}}},
"CgpoGarage": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Type":{"labels":{"outlet":2,"garage door":3}}}}},
"CgdoPulse": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Pulse":{"min":1,"max":20}}}},
"CbldDrive": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Mode":{"labels":{"down":0,"up":1,"stop":2}}}}},
"CbldCalib": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Cal":{"min":1,"max":1}}}},
"CbldReverse": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Reverse":{"min":0,"max":1}}}},
"CbldAllOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AllOn":{"labels":{"stays":0,"up":1,"down":2}}}}},
"CbldAllOff": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AllOff":{"labels":{"stays":0,"up":1,"down":2}}}}},
"CacrtcSetpoint": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Setpoint":{"min":1500,"max":3000,"unit":"°C","scale":100}}}},
"CacdLimitChange": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"CacdLimit":{"min":0,"max":99,"unit":"%"}}}},
"CacdswWallSwitchType": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"SwitchType":{"labels":{"latching":0,"momentary":1}}}}},
"CacdswLedOnOff": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"LedOnOff":{"min":0,"max":1}}}},
"CvfcReverseOutput": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"ReverseOutput":{"min":0,"max":1}}}},
"Time": {"path":"/iLightCommand","local":true,"body":{"keys":{"Y":{"min":0,"max":99},"Mo":{"min":1,"max":12},"D":{"min":1,"max":31},"dow":{"min":0,"max":6},"h":{"min":0,"max":23},"mi":{"min":0,"max":59},"s":{"min":0,"max":59}}}},
"LiNetSet": {"path":"/iLightCommand","local":true,"body":{"keys":{"Dhcp":{"min":0,"max":1},"StaticIp_1":{"min":0,"max":255},"StaticIp_2":{"min":0,"max":255},"StaticIp_3":{"min":0,"max":255},"StaticIp_4":{"min":0,"max":255},"Mask_1":{"min":0,"max":255},"Mask_2":{"min":0,"max":255},"Mask_3":{"min":0,"max":255},"Mask_4":{"min":0,"max":255},"Gateway_1":{"min":0,"max":255},"Gateway_2":{"min":0,"max":255},"Gateway_3":{"min":0,"max":255},"Gateway_4":{"min":0,"max":255},"PriDns_1":{"min":0,"max":255},"PriDns_2":{"min":0,"max":255},"PriDns_3":{"min":0,"max":255},"PriDns_4":{"min":0,"max":255},"SecDns_1":{"min":0,"max":255},"SecDns_2":{"min":0,"max":255},"SecDns_3":{"min":0,"max":255},"SecDns_4":{"min":0,"max":255}}}},
"LiNewBridge": {"path":"/iLightCommand","local":true,"body":{"min":1,"max":1}},
"ReSetMe": {"path":"/iLightCommand","local":true,"body":{"min":12345,"max":12345}},
"AppleHomeKitPair": {"path":"/iLightCommand","local":true,"body":{"min":23456,"max":23456}},
"SysTag1": {"path":"/HvacCommandV2","local":true,"body":{"bytes":31}},
"SysTag2": {"path":"/HvacCommandV2","local":true,"body":{"bytes":31}},
"EconomyLock": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EconomyMax": {"path":"/HvacCommandV2","local":true,"body":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}},
"EconomyMin": {"path":"/HvacCommandV2","local":true,"body":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}},
"RASSet": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"return air":1,"master":2,"zones":3}}},
"MasterZone": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":13}},
"NoOfZones": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":14}},
"NoOfConstants": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":14}},
"EnableiSave": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"FanAutoEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"FanAutoType": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"two-speed":0,"three-speed":1,"variable":2,"four-speed":3}}},
"FanCapacity": {"path":"/HvacCommandV2","local":true,"body":{"min":50,"max":5000,"unit":"L/s"}},
"FanUnitCapacity": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100,"unit":"kW"}},
"FilterWarn": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"no warning":0,"3 months":3,"6 months":6,"12 months":12}}},
"ResetWarning": {"path":"/HvacCommandV2","local":true,"body":{"words":["filter"]}},
"HvacOnOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HvacMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HvacFan": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HvacSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtOnOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtFan": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"DamperTime": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":600,"unit":"s"}},
"AutoOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"RoomTempDisp": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HideInduct": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ReverseDampers": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ScroogeMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"OpenDampersWhenOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ShowActTemps": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"SetWiredLeds": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"UseUnductEnergy": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"AutoModeDeadB": {"path":"/HvacCommandV2","local":true,"body":{"min":75,"max":500,"unit":"K","scale":100}},
"AirflowLock": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"AirflowMinLock": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"CnstCtrlAreaEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"CnstCtrlArea": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1000,"unit":"m²"}},
"StaticP": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":4}},
"ChangeRfCh": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":8}},
"ChangePass": {"path":"/HvacCommandV2","local":true,"body":{"bytes":15}},
"LockZoneNames": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"AirPureOn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"RfPair": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":1}},
"SetAcUnitBrandSet": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"auto":0,"type 1":1,"type 2":2,"type 3":3,"type 4":4,"type 5":5,"type 6":6,"type 7":7,"type 8":8,"type 9":9,"type 10":10,"type 11":11,"type 12":12,"type 13":13,"type 14":14,"type 15":15,"type 16":16,"type 17":17,"type 18":18,"type 19":19,"type 20":20,"type 21":21,"brand A":22}}},
"UnitBrandAQuietMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"UnitBrandASettingsSetpoints": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"HeatSetpoint":{"min":3000,"max":4000,"unit":"°C","scale":100},"CoolSetpoint":{"min":500,"max":1500,"unit":"°C","scale":100}}}},
"UnitBrandASettingsUnit": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"FanType":{"labels":{"variable":0,"three-speed":1}},"ModeType":{"labels":{"no expansion":0,"single":1,"series":2,"dry":3}}}}},
"GasHeatSettings": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Type":{"labels":{"heat only":0,"cool only":1,"one heat, one cool":2,"two heat, one cool":3,"heat pump, one fan speed":4,"heat pump, three fan speeds":5,"heat pump with one heat":6,"two heat pumps with one heat":7,"one gas":8,"two gas, two cool":9,"remote on/off":10,"ventilation":11,"another maker's":12,"another maker's, one heat, one cool":13}},"MinRunTime":{"min":2,"max":10,"unit":"min"},"AnticycleTime":{"min":2,"max":10,"unit":"min"},"StageOffset":{"min":20,"max":50,"unit":"K","scale":10},"StageDelay":{"min":5,"max":15,"unit":"min"},"CycleFanCool":{"min":0,"max":1},"CycleFanHeat":{"min":0,"max":1}}}},
"VentilationRfSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":5,"max":95,"unit":"%"}},
"VentilationVocsSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":50,"max":2500,"unit":"ppb"}},
"VentilationEco2Setpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":500,"max":1500,"unit":"ppm"}},
"VentilationFanStageDelay": {"path":"/HvacCommandV2","local":true,"body":{"min":3,"max":240,"unit":"min"}},
"VentilationCycleFanOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"VentilationUseRhControl": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"VentilationUseVcosControl": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"VentilationUseEco2Control": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapFanSpeed": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapRhSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":10,"max":90,"unit":"%"}},
"EvapPrewEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapPrewTime": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":60,"unit":"min"}},
"EvapDrAfPrewEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapDrCycEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapDrCycPer": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":3000,"unit":"min"}},
"EvapPostwEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapDrBfPostwEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapPostwT": {"path":"/HvacCommandV2","local":true,"body":{"min":5,"max":30,"unit":"min"}},
"EvapInverter": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapResumeLast": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapFanMaxAuto": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapFanMax": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapExhMax": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapExhEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapCtrlSens": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"screen":0,"remote":1}}},
"EvapCalibTemp": {"path":"/HvacCommandV2","local":true,"body":{"min":-50,"max":50,"unit":"K","scale":10}},
"EvapDeadTemp": {"path":"/HvacCommandV2","local":true,"body":{"min":100,"max":500,"unit":"K","scale":100}},
"EvapAutoFanMaxTime": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":60,"unit":"min"}},
"EvapFavSettings": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":8},"UnitSetpoint":{"min":1500,"max":3000,"unit":"°C","scale":100},"FanSpeed":{"min":1,"max":100},"RhSetpoint":{"min":10,"max":90,"unit":"%"}}}},
"BalanceMax": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Max":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"BalanceMin": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Min":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"DamperSkip": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Skip":{"min":0,"max":1}}}},
"ZoneSetting": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Sensor":{"labels":{"CCTS":0,"CSM":1,"iSense":2,"wireless":3,"wired":4,"none":255}},"Zone":{"labels":{"open/close":1,"constant":2,"auto":3}},"ConstNo":{"min":0,"max":255}}}},
"SensorCalib": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Calibrate":{"min":-50,"max":50,"unit":"K","scale":10}}}},
"ZoneBypass": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Bypass":{"min":0,"max":1}}}},
"ZoneArea": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Area":{"min":1,"max":255,"unit":"m²"}}}},
"Crfs2SensorPair": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"TxInterval":{"min":1,"max":8}}}},
"ChannelAddToTotal": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"AddToTotal":{"min":0,"max":1}}}},
"PowerEmissions": {"path":"/PowerCommand","local":true,"body":{"min":0,"max":5000,"unit":"gCO2e/kWh"}},
"PowerCostOfPower": {"path":"/PowerCommand","local":true,"body":{"min":0,"max":50000,"unit":"cent","scale":100}},
"PowerFactor": {"path":"/PowerCommand","local":true,"body":{"min":1,"max":100,"scale":100}},
"Tag1": {"path":"/PowerCommand","local":true,"body":{"bytes":31}},
"Tag2": {"path":"/PowerCommand","local":true,"body":{"bytes":31}},
"SystemVoltage": {"path":"/PowerCommand","local":true,"body":{"min":1,"max":500,"unit":"V"}},
"DeviceEnable": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Enable":{"min":0,"max":1}}}},
"ChannelEnable": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Enable":{"min":0,"max":1}}}},
"ChannelGroup": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Group":{"min":0,"max":255}}}},
"ChannelGenerate": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Generate":{"min":0,"max":1}}}}
}""")


# end of generated
