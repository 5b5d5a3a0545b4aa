import type { Bridge } from '@plenum/client';
import type { Log } from '@plenum/platform/quiet-log';
import { catalogue } from '@plenum/protocol/command';
import { izone, toWord } from '@plenum/protocol/dialect';
import { ok, refuse } from '@plenum/protocol/refusal';
import type { PassUnknown, UnknownRequest } from '../device/device.ts';
import { refuseInstaller } from '../device/with-authority.ts';
import type { Counts } from '../diagnostics/counts.ts';
import { toRefusal } from './to-refusal.ts';
import { withoutSecretsAnywhere } from './without-secrets.ts';

/** Maximum number of queued requests: each delays the known commands to the real bridge. */
const maxWaiting = 8;

interface PassUnknownDeps {
  readonly bridge: Bridge;
  /** Counts by kind and result. */
  readonly counts: Counts;
  readonly log: Log;
}

/** Returns a name for a request: its root key and, for a query, the Type; in the original interface, its path. */
const nameOf = (request: UnknownRequest): string => {
  if ('path' in request) return request.path;
  const { body } = request;
  const [key = '', value] = Object.entries(body)[0] ?? [];
  const type = (value as { readonly Type?: unknown } | null | undefined)?.Type;
  return `${key.slice(0, 40)}${typeof type === 'number' ? ` ${type}` : ''}`;
};

/**
 * An installer's commands by their lower-case names, both neutral and the manufacturer's: a real bridge may accept
 * other capitals than the documented ones.
 */
const installersCommands = new Map(
  [...catalogue.values()]
    .filter(({ authority }) => authority === 'installer')
    .flatMap(({ name, alias }) =>
      [name, ...alias, toWord(izone, 'keys', name)].map((word) => [word.toLowerCase(), name] as const),
    ),
);

/** Returns the installer's command that a real bridge may recognize in a request. */
const installersCommandIn = (request: UnknownRequest): string | undefined => {
  const words = [...Object.keys(request.body), ...('path' in request ? [request.path.slice(1)] : [])];
  return words.map((word) => installersCommands.get(word.toLowerCase())).find((name) => name !== undefined);
};

/** Passes undefined requests on to a real bridge, one at a time like the others; logs and counts each. */
export function createPassUnknown({ bridge, counts, log }: PassUnknownDeps): PassUnknown {
  let waiting = 0;
  return async (request, caller) => {
    const { kind } = request;
    const subsystem = 'path' in request ? 'ac' : request.subsystem;
    const name = nameOf(request);
    const note = (outcome: 'done' | 'refused') => {
      counts.counter(kind, outcome)();
      log.info({ subsystem, kind, name, outcome }, 'passed an unknown request on to the real bridge');
    };
    const installers = installersCommandIn(request);
    const notAllowed = installers && refuseInstaller(caller.installer, installers);
    if (notAllowed) {
      note('refused');
      return notAllowed;
    }
    if (waiting >= maxWaiting) {
      note('refused');
      return refuse('busy-behind', {
        facts: { reason: 'unknown-requests-wait', count: maxWaiting },
      });
    }
    waiting++;
    try {
      const answer = await bridge.passOn(request, caller.signal?.());
      note('done');
      return ok(withoutSecretsAnywhere(answer));
    } catch (error) {
      note('refused');
      return { ok: false, refusal: toRefusal(error, name) };
    } finally {
      waiting--;
    }
  };
}
