"""Simulated houses for tests with pytest.

Each test that has a parameter ``house`` gets its own house: a bridge with rooms, an air conditioner, people and weather
behind it, on its own loopback address, where it answers HTTP and discovery. Its time stands still until the test moves it.

    import pytest

    def test_a_room_gets_warm(house):
        house.command("SysOn", 1)
        house.command("ZoneSetpoint", Index=1, Setpoint=2250)
        house.expect("zone", 1, Temp=lambda temp: temp >= 2100, within="3h")

    @pytest.mark.plenum(house="flat", time="2026-01-15T15:00", misbehave="busy=0.2")
    def test_a_client_waits_for_a_busy_bridge(house): ...

The program ``plenum`` has to be installed, or named by ``--plenum`` or the variable ``PLENUM``. If a test fails, the
log of its house is part of the report. Values are as on the wire: 2250 is 22.5 °C. docs/how-to/test-with-pytest.md
explains it from the beginning.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from typing import Any, Callable, Iterator, Optional, Sequence, Union

import pytest

from plenum import Bridge

__all__ = ["House", "house", "start_house"]

_START_SECONDS = 60.0
_REQUEST_SECONDS = 120.0
_DISCOVERY_PORT = 12107
#: The named values of ``@pytest.mark.plenum``.
_OPTIONS = ("house", "time", "misbehave", "dialect", "seed", "speed", "arguments", "plenum")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_houses = itertools.count()


def _seconds(duration: Union[int, str]) -> int:
    """Returns a duration as whole seconds: ``90`` or ``"1h30m"``."""
    if isinstance(duration, int) and not isinstance(duration, bool) and duration > 0:
        return duration
    if isinstance(duration, str) and re.fullmatch(r"(\d+[dhms])+", duration):
        total = sum(int(count) * _UNITS[unit] for count, unit in re.findall(r"(\d+)([dhms])", duration))
        if total > 0:
            return total
    raise ValueError(f'{duration!r} is not a duration: use seconds, or words such as "90s", "10m", "1h30m" or "2d".')


def _own_address() -> str:
    """Returns a loopback address for the next house of this process. Only Linux has more than one."""
    if not sys.platform.startswith("linux"):
        return "127.0.0.1"
    # Processes that run at the same time rarely have the same last 16 bits of their ids.
    process = os.getpid() % 65_536
    return f"127.{1 + next(_houses) % 250}.{process >> 8}.{1 + (process & 255) % 254}"


class House:
    """A simulated house. Use the fixture ``house``, or ``start_house`` for several in one test."""

    def __init__(self, host: str, port: int, udp_port: int, read_log: Callable[[], str]) -> None:
        #: The address of the bridge, and the ports of HTTP and of discovery.
        self.host = host
        self.port = port
        self.udp_port = udp_port
        #: A client of the bridge (``plenum.Bridge``).
        self.bridge = Bridge(host, port, timeout=_REQUEST_SECONDS)
        self._read_log = read_log

    @property
    def url(self) -> str:
        """The URL of the bridge."""
        return f"http://{self.host}:{self.port}"

    @property
    def log(self) -> str:
        """What the house has printed since it started."""
        return self._read_log()

    def command(self, name: str, value: Any = None, **members: Any) -> None:
        """Sends a command of the interface: ``command("SysOn", 1)``, ``command("ZoneMode", Index=1, Mode=3)``."""
        self.bridge.command(name, value, **members)

    def read(self, kind: str, index: int = 0) -> dict[str, Any]:
        """Reads one component: ``read("zone", 1)["Temp"]``."""
        return self.bridge.read(kind, index)

    def time(self) -> float:
        """Returns the time of the house in seconds since 1970 UTC."""
        return self._get("/simulation")["clock"]["at"] / 1000

    def advance(self, duration: Union[int, str]) -> None:
        """Lets time pass in the house: seconds, or words such as ``"1h30m"``."""
        self.simulate("ClockStep", _seconds(duration))

    def run(self, speed: float = 1) -> None:
        """Lets time pass by itself from now on, ``speed`` seconds each second; 0 stops it."""
        self.simulate("ClockScale", speed)

    def expect(self, kind: str, index: int = 0, *, within: Union[int, str], **fields: Any) -> dict[str, Any]:
        """Lets time pass until the fields of a component are as expected, and returns the component.

        A field is expected to have a value, or to fulfil a function: ``Temp=lambda temp: temp >= 2100``. Raises
        AssertionError with what was there instead if they are not as expected ``within`` the duration.
        """
        __tracebackhide__ = True
        if not fields:
            raise ValueError("expect needs a field, such as DmpPos=0.")
        left = _seconds(within)
        while True:
            found = self.read(kind, index)
            unknown = [name for name in fields if name not in found]
            if unknown:
                raise ValueError(f"{kind} {index} has no field {', '.join(unknown)}; it has {', '.join(sorted(found))}.")
            wrong = [name for name, wanted in fields.items() if not _is_as_expected(found[name], wanted)]
            if not wrong:
                return found
            if left <= 0:
                said = ", ".join(f"{name} is {found[name]!r}" for name in wrong)
                raise AssertionError(f"{kind} {index} is not as expected within {within}: {said}.")
            step = min(left, 60)
            self.advance(step)
            left -= step

    def fault(self, name: str, value: Any = None, **members: Any) -> None:
        """Breaks something, or repairs it: ``fault("ZoneSensorFault", Zone=1, On=1)``, ``fault("UnitFault", "E05")``."""
        self.simulate(name, value, **members)

    def simulate(self, name: str, value: Any = None, **members: Any) -> None:
        """Changes the world around the bridge: weather, people, windows, faults, quirks of the bridge."""
        self._post(f"/simulation/{name}", members if value is None else value)

    def snapshot(self, name: str = "snapshot") -> None:
        """Saves everything under a name."""
        self._post("/simulation/snapshots", {"name": name})

    def restore(self, name: str = "snapshot") -> None:
        """Returns to a snapshot: state, time, history and quirks."""
        self._post("/simulation/snapshots/restore", {"name": name})

    def fork(self) -> "_Fork":
        """Starts a copy of the house at another port, for ``with house.fork() as other:``. It answers no discovery."""
        with socket.socket() as probe:
            probe.bind((self.host, 0))
            port = probe.getsockname()[1]
        self._post("/simulation/snapshots/fork", {"port": port})
        return _Fork(self, port)

    def _get(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=_REQUEST_SECONDS) as answer:
            return json.load(answer)

    def _post(self, path: str, body: Any) -> None:
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=_REQUEST_SECONDS) as answer:
                text = answer.read().decode()
        except urllib.error.HTTPError as error:
            text = error.read().decode()
        if text.strip() not in ("OK", '"OK"', ""):
            raise ValueError(text.strip())


class _Fork(House):
    """A copy of a house. It shares nothing with the house, and ends with the ``with`` block or with the house."""

    def __init__(self, of: House, port: int) -> None:
        super().__init__(of.host, port, of.udp_port, of._read_log)
        self._of = of

    def __enter__(self) -> "_Fork":
        return self

    def __exit__(self, *_: Any) -> None:
        self._of._post("/simulation/snapshots/end-fork", {"port": self.port})


def _is_as_expected(value: Any, wanted: Any) -> bool:
    return bool(wanted(value)) if callable(wanted) else value == wanted


class _Process:
    """A running ``plenum``, and what it has printed."""

    def __init__(self, words: Sequence[str]) -> None:
        # In its own group, so that nothing of it is left over.
        self._process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )
        self._lines: list[str] = []
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            with self._changed:
                self._lines.append(line.decode(errors="replace").rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._changed.notify_all()

    def text(self) -> str:
        with self._changed:
            return "\n".join(self._lines)

    def wait_for(self, pattern: str) -> "re.Match[str]":
        """Waits until the process has printed a pattern. Raises RuntimeError with what it printed if it ends before."""
        end = time.monotonic() + _START_SECONDS
        while True:
            found = re.search(pattern, self.text())
            if found:
                return found
            if self._process.poll() is not None or time.monotonic() > end:
                self._reader.join(1)
                found = re.search(pattern, self.text())
                if found:
                    return found
                raise RuntimeError(f"plenum did not start a house:\n{self.text()}")
            with self._changed:
                self._changed.wait(0.1)

    def stop(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
        self._reader.join(5)
        if self._process.stdout is not None:
            self._process.stdout.close()


class start_house:
    """A house for a ``with`` block: ``with start_house(house="flat") as flat:``.

    ``house``: demo, flat, large, or the path of a house file. ``time``: the local time at which it starts, such as
    ``2026-07-15T06:30``. ``misbehave``: quirks of real devices, such as ``busy=0.2,late-apply=2s``. ``dialect``: neutral,
    or that of a manufacturer. ``seed``: of weather and people. ``speed``: seconds that pass in the house each second; 0 by
    default. ``arguments``: further ones of ``plenum bridge``. ``plenum``: the program, with its arguments if it has some.
    """

    def __init__(
        self,
        *,
        house: str = "demo",
        time: str = "2026-01-15T07:00",
        misbehave: Optional[str] = None,
        dialect: Optional[str] = None,
        seed: Optional[int] = None,
        speed: float = 0,
        arguments: Sequence[str] = (),
        plenum: Optional[str] = None,
    ) -> None:
        self._host = _own_address()
        self._udp_port = _DISCOVERY_PORT if self._host != "127.0.0.1" else 0
        self._words = [
            *_program(plenum),
            "bridge",
            *("--house", house, "--house-time", time, "--time-scale", str(speed)),
            *("--http-host", self._host, "--http-port", "0", "--udp-port", str(self._udp_port), "--no-mdns"),
            *(() if misbehave is None else ("--misbehave", misbehave)),
            *(() if dialect is None else ("--dialect", dialect)),
            *(() if seed is None else ("--seed", str(seed))),
            *arguments,
        ]

    def __enter__(self) -> House:
        self._folder = tempfile.mkdtemp(prefix="plenum-")
        self._process: Optional[_Process] = None
        try:
            self._process = _Process([*self._words, "--data", os.path.join(self._folder, "data")])
            port = int(self._process.wait_for(r"http://[\d.]+:(\d+)")[1])
            udp_port = int(self._process.wait_for(r"Discovery: UDP port (\d+)")[1])
        except BaseException:
            self.__exit__()
            raise
        return House(self._host, port, udp_port, self._process.text)

    def __exit__(self, *_: Any) -> None:
        if self._process is not None:
            self._process.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


def _program(named: Optional[str]) -> list[str]:
    words = shlex.split(named or os.environ.get("PLENUM") or "plenum")
    if not words or shutil.which(words[0]) is None:
        raise RuntimeError(
            f"The program {' '.join(words) or 'plenum'!r} was not found: install plenum (npm install --global plenum), "
            "or name it with --plenum or the variable PLENUM."
        )
    return words


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("plenum").addoption("--plenum", help="the program plenum that starts the houses of tests")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        f"plenum({', '.join(_OPTIONS)}): how the house of a test starts",
    )


@pytest.fixture
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A simulated house of this test alone; ``@pytest.mark.plenum(...)`` says how it starts."""
    options: dict[str, Any] = {"plenum": request.config.getoption("--plenum")}
    for marker in reversed(list(request.node.iter_markers("plenum"))):
        unknown = [str(value) for value in marker.args] + [name for name in marker.kwargs if name not in _OPTIONS]
        if unknown:
            pytest.fail(f"@pytest.mark.plenum has no {unknown[0]!r}; it has {', '.join(_OPTIONS)}.", pytrace=False)
        options.update(marker.kwargs)
    with contextlib.ExitStack() as stack:
        try:
            started = stack.enter_context(start_house(**options))
        except RuntimeError as error:
            pytest.fail(str(error), pytrace=False)
        yield started


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    started = getattr(item, "funcargs", {}).get("house")
    if report.when == "call" and report.failed and isinstance(started, House):
        report.sections.append(("log of the house", started.log))
