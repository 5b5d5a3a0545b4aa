import type { AutomaticKind, AutomaticSettings, AutomationAnswer } from '@plenum/insight/automation';
import { useOwn } from '../use-own.ts';

const path = '/automation';

/** Returns what the bridge suggests or does on its own, and functions to decide on it. */
export function useAutomation() {
  const { answer: automation, send } = useOwn<AutomationAnswer>(path);
  return {
    automation,
    set: (settings: AutomaticSettings) => send(path, settings),
    accept: (kind: AutomaticKind) => send(`${path}/accept`, { kind }),
    undo: (kind: AutomaticKind) => send(`${path}/undo`, { kind }),
  };
}
