import type { Log } from '@plenum/platform/quiet-log';
import type { Datagrams } from '@plenum/protocol/component';
import { valuesWithoutWord } from '@plenum/protocol/v1';

/** Maximum number of values that are logged, in case a device sends a new one with each response. */
const maxLogged = 100;

/** Returns a function that logs each value of a real bridge once if the original interface has no word for it. */
export function createWithoutWordLog(log: Log): (datagrams: Datagrams) => void {
  const logged = new Set<string>();
  return (datagrams) => {
    for (const each of valuesWithoutWord(datagrams)) {
      const key = JSON.stringify(each);
      if (logged.has(key) || logged.size >= maxLogged) continue;
      logged.add(key);
      log.warn(each, 'the original interface has no word for a value of the real bridge');
    }
  };
}
