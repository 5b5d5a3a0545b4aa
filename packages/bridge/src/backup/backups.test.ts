import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { type BackupChanges, type BackupsAnswer, uploadPiece } from '@plenum/protocol/extension';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { until } from '@plenum/testbed/until';
import { type Bridge, startBridge } from '../bridge.ts';
import type { BridgeConfig } from '../config.ts';
import { smallHouse } from '../fixture/small-house.fixture.ts';
import { dataFiles } from '../store/data-files.ts';
import { readBackup } from './backup-file.ts';
import { decideRestore, finishRestore, restorePath } from './pending-restore.ts';

const passphrase = 'four words chosen by me';
const hour = 3_600_000;

/** Sends a request; `body` is JSON, or bytes as they are. */
const ask = async ({ http }: Bridge, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${http.port}${path}`, {
    headers,
    ...(body !== undefined && {
      method: 'POST',
      body: body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
    }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
};

const done = async (...request: Parameters<typeof ask>): Promise<Buffer> => {
  const { status, bytes, text } = await ask(...request);
  assert.equal(status, 200, text);
  return bytes;
};

const upload = async (bridge: Bridge, file: Buffer): Promise<void> => {
  for (let at = 0; at < file.length; at += uploadPiece)
    await done(bridge, `/backup/upload?at=${at}`, file.subarray(at, at + uploadPiece));
};

const open = async (bridge: Bridge, file: Buffer): Promise<BackupChanges> => {
  await upload(bridge, file);
  return JSON.parse((await done(bridge, '/backup/open', { passphrase })).toString());
};

const nameOf = (bridge: Bridge) => bridge.device.datagrams().zone[0]!.Name;
const rename = (bridge: Bridge, Name: string) =>
  done(bridge, '/HvacCommandV2', { ZoneName: { Index: 0, Name } });

/** Starts a bridge that can be restarted; `restarted` resolves when a restore asks for it. */
const start = async (dataDir: string, config: Partial<BridgeConfig> = {}) => {
  const restarted = Promise.withResolvers<void>();
  const bridge = await startBridge({
    house: smallHouse,
    dataDir,
    ...onFreePorts,
    restart: restarted.resolve,
    ...config,
  });
  return { ...bridge, restarted: restarted.promise };
};

it('restores a downloaded backup, shows what changes, and can return to the replaced data', async () => {
  using folder = createDataFolder();
  let file: Buffer;
  {
    await using bridge = await start(folder.path);
    await rename(bridge, 'Before');
    const { headers, bytes, status } = await ask(bridge, '/backup', { passphrase });
    assert.equal(status, 200);
    assert.match(
      headers.get('content-disposition')!,
      new RegExp(`^attachment; filename="plenum-${bridge.identity.uid}-[\\dT-]{16}\\.backup"$`),
    );
    file = bytes;
    for (const secret of ['Before', passphrase, 'Small house']) assert.ok(!bytes.includes(secret), secret);
    await rename(bridge, 'After');
    await done(bridge, '/groups', { name: 'Upstairs', rooms: [{ kind: 'zone', index: 0 }] });
    await done(bridge, '/comfort', { isOn: true, mayEndRunning: false, roomsOff: [0] });
    await done(bridge, '/setup-visit/installer', { installer: 'Kim Lee' });
    const changes = await open(bridge, file);
    assert.deepEqual(changes.systemId, { now: bridge.identity.uid, restored: bridge.identity.uid });
    assert.equal(changes.lostEvents, 1);
    assert.deepEqual(changes.parts, ['house', 'history', 'groups', 'comfort', 'setup']);
    assert.equal(nameOf(bridge), 'After');
    assert.equal((await ask(bridge, '/backup/restore', { madeAt: changes.madeAt + 1 })).status, 409);
    await done(bridge, '/backup/restore', { madeAt: changes.madeAt });
    await bridge.restarted;
  }
  {
    await using bridge = await start(folder.path);
    assert.equal(nameOf(bridge), 'Before');
    assert.deepEqual(JSON.parse((await done(bridge, '/groups')).toString()), { groups: [] });
    const { replacedAt } = JSON.parse((await done(bridge, '/backup')).toString()) as BackupsAnswer;
    assert.ok(replacedAt! > 0);
    await done(bridge, '/backup/undo', { replacedAt });
    await bridge.restarted;
  }
  {
    await using bridge = await start(folder.path);
    assert.equal(nameOf(bridge), 'After');
  }
  await using bridge = await start(folder.path);
  const { text } = await ask(bridge, '/backup/undo', { replacedAt: 1 });
  assert.match(text, /A restore is not available: no restore replaced data since the last start\./);
  assert.deepEqual(
    readdirSync(folder.path).filter((name) => /^(restore|backup)\./.test(name)),
    [],
  );
});

it('refuses a wrong passphrase and every damaged file with a sentence, and changes nothing', async () => {
  using folder = createDataFolder();
  await using bridge = await start(folder.path);
  await rename(bridge, 'Lounge');
  const file = await done(bridge, '/backup', { passphrase });
  const refuses = async (sentence: RegExp, words = passphrase) => {
    const { status, text } = await ask(bridge, '/backup/open', { passphrase: words });
    assert.equal(status, 409, text);
    assert.match(text, sentence);
  };
  await refuses(/The backup cannot be used: no file was uploaded\./);
  await upload(bridge, file);
  await refuses(/The backup cannot be used: the passphrase is wrong\./, 'four other words here');
  const flipped = (at: number) => {
    const copy = Buffer.from(file);
    copy[at]! ^= 1;
    return copy;
  };
  for (const [damaged, sentence] of [
    [flipped(0), /the file is not a backup of a bridge/],
    [Buffer.from('{}'), /the file is not a backup of a bridge/],
    [Buffer.concat([Buffer.from('PLENUM-BACKUP 2\n'), file.subarray(16)]), /it was made by a newer release/],
    [flipped(20), /the passphrase is wrong/],
    [flipped(40), /the passphrase is wrong/],
    ...[64, 70, 200, file.length - 20, file.length - 1].map(
      (at) => [flipped(at), /the file is damaged or incomplete/] as const,
    ),
    ...[64, 80, 300, file.length - 1].map(
      (length) => [file.subarray(0, length), /the file is damaged or incomplete/] as const,
    ),
  ] as const) {
    await upload(bridge, damaged);
    await refuses(sentence);
    assert.equal((await ask(bridge, '/backup/restore', { madeAt: 1 })).status, 409);
  }
  assert.equal(nameOf(bridge), 'Lounge');
  assert.ok(!existsSync(restorePath(folder.path, 'opened')));
  assert.equal((await open(bridge, file)).lostEvents, 0);
});

it('refuses the backup of a house with other rooms', async () => {
  using folder = createDataFolder();
  using other = createDataFolder();
  let file: Buffer;
  {
    await using bridge = await start(other.path, {
      house: { ...smallHouse, name: 'Beach house', rooms: ['Bay'] },
    });
    file = await done(bridge, '/backup', { passphrase });
  }
  await using bridge = await start(folder.path);
  await upload(bridge, file);
  const { text } = await ask(bridge, '/backup/open', { passphrase });
  assert.match(text, /its house, Beach house, has other rooms or units than this one\./);
});

it('limits the pieces and the size of an upload, and takes pieces only in order', async () => {
  using folder = createDataFolder();
  await using bridge = await start(folder.path, { limits: { backupBytes: 2_000 } });
  for (const [at, bytes, status] of [
    [0, 1_500, 200],
    [1_000, 100, 409],
    [1_500, 500, 200],
    [2_000, 1, 413],
    [0, 2_001, 413],
    [-1, 1, 400],
  ] as const) {
    const answer = await ask(bridge, `/backup/upload?at=${at}`, Buffer.alloc(bytes));
    assert.equal(answer.status, status, `${at} ${bytes} ${answer.text}`);
  }
});

it('allows backups and restores only for a caller that may send an installer’s commands', async () => {
  using folder = createDataFolder();
  await using bridge = await start(folder.path, { installerKey: 'a-key-of-the-installer' });
  const key = { 'plenum-installer-key': 'a-key-of-the-installer' };
  for (const [path, body] of [
    ['/backup', undefined],
    ['/backup', { passphrase }],
    ['/backup/upload?at=0', Buffer.from('x')],
    ['/backup/open', { passphrase }],
    ['/backup/restore', { madeAt: 1 }],
    ['/backup/undo', { replacedAt: 1 }],
  ] as const) {
    assert.equal((await ask(bridge, path, body)).status, 401, path);
    assert.notEqual((await ask(bridge, path, body, key)).status, 401, path);
  }
});

it('shows neither passphrase nor restore to clients of a bridge that is read-only or in memory', async () => {
  using folder = createDataFolder();
  await using bridge = await start(folder.path, { readOnly: true, keepRequests: true });
  await done(bridge, '/backup', { passphrase });
  assert.equal((await ask(bridge, '/backup/undo', { replacedAt: 1 })).status, 403);
  assert.ok(!(await done(bridge, '/simulation/requests')).includes(passphrase));
  await using memory = await start(':memory:');
  assert.match((await ask(memory, '/backup', { passphrase })).text, /keeps its data only in memory/);
  assert.match((await ask(memory, '/backup/undo', { replacedAt: 1 })).text, /keeps its data only in memory/);
});

it('has either the data before or the restored data, whole, after a kill at any step', () => {
  const files = [dataFiles.store, dataFiles.key, 'matter'];
  for (let steps = 0; ; steps++) {
    using data = createDataFolder();
    const folder = data.path;
    for (const name of files) writeFileSync(join(folder, name), `old ${name}`);
    const opened = restorePath(folder, 'opened');
    mkdirSync(opened);
    for (const name of [dataFiles.store, dataFiles.key]) writeFileSync(join(opened, name), `new ${name}`);
    decideRestore(folder, 'opened');
    let left = steps;
    try {
      finishRestore(folder, (from, to) => {
        if (left-- === 0) throw new Error('killed');
        renameSync(from, to);
      });
    } catch (error) {
      assert.equal((error as Error).message, 'killed');
    }
    finishRestore(folder);
    const read = (name: string) =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
    const now = files.map(read);
    assert.deepEqual(now, [`new ${dataFiles.store}`, `new ${dataFiles.key}`, undefined], `${steps}`);
    if (left >= 0) return;
    const replaced = restorePath(folder, 'replaced');
    // The start that continues a restore is not the next one, so it keeps the replaced data.
    if (steps > 0)
      for (const name of files) assert.equal(readFileSync(join(replaced, name), 'utf8'), `old ${name}`);
  }
});

it('makes an encrypted copy each day, keeps the last, and does not start without its folder', async () => {
  using folder = createDataFolder();
  using copies = createDataFolder();
  const clock = createFakeClock();
  const schedule = { folder: join(copies.path, 'daily'), passphrase, copies: 2 };
  const made = () => readdirSync(schedule.folder).filter((name) => name.endsWith('.backup'));
  {
    await using bridge = await start(folder.path, { clock, timeScale: 0, backups: schedule });
    const newest = async (before: string | undefined, count: number) => {
      await until('a new copy', async () => made().length === count && made().at(-1) !== before);
      return made().at(-1);
    };
    const first = await newest(undefined, 1);
    await clock.advance(23 * hour);
    assert.deepEqual(made(), [first]);
    await clock.advance(hour);
    const second = await newest(first, 2);
    await clock.advance(24 * hour);
    await newest(second, 2);
    assert.ok(!made().includes(first!));
    const shown = async () =>
      (JSON.parse((await done(bridge, '/backup')).toString()) as BackupsAnswer).schedule!;
    assert.deepEqual([(await shown()).copies, (await shown()).why], [2, undefined]);
    rmSync(schedule.folder, { recursive: true });
    await clock.advance(24 * hour);
    await until('the failure', async () => /ENOENT/.test((await shown()).why ?? ''));
    mkdirSync(schedule.folder);
    await clock.advance(hour);
    await newest(undefined, 1);
    const [last] = made();
    using read = createDataFolder();
    const opened = await readBackup(join(schedule.folder, last!), {
      folder: read.path,
      passphrase,
      most: 1e9,
    });
    assert.ok(opened.ok && opened.value.systemId === bridge.identity.uid);
  }
  // Copies that were made before the clock of the machine went back are neither the newest nor kept the longest.
  const [last] = made();
  const later = ['2031-01-01T00-00', '2031-01-02T00-00'].map((at) =>
    last!.replace(/\d{4}-\d\d-.*(?=\.)/, at),
  );
  renameSync(join(schedule.folder, last!), join(schedule.folder, later[0]!));
  writeFileSync(join(schedule.folder, later[1]!), '');
  {
    await using _ = await start(folder.path, { clock, timeScale: 0, backups: schedule });
    await until('a copy by the clock that went back', async () => made().includes(last!));
    assert.deepEqual(made(), [last, later[1]]);
  }
  writeFileSync(join(copies.path, 'file'), '');
  await assert.rejects(start(folder.path, { backups: { ...schedule, folder: join(copies.path, 'file') } }), {
    code: 'backup-folder',
  });
});
