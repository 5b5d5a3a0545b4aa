import { constant, endpointsCountedAs, listOf, open, typed } from '@plenum/protocol/endpoint';
import { instant, object, text } from '@plenum/protocol/field';
import { bundleFormat, type DiagnosticsBundle } from './bundle.ts';

const { get } = endpointsCountedAs('diagnostics');

/** Endpoint for the diagnostics bundle. */
export const diagnosticsEndpoints = {
  readDiagnostics: get('/diagnostics', {
    summary:
      'Create a bundle of version, state, recent commands and log, without names, keys, tokens and addresses.',
    answer: typed<DiagnosticsBundle>()(
      open('A file for a person who helps you; `plenum bridge --replay` shows it.', {
        format: constant('what it is', 'plenum-diagnostics'),
        formatVersion: constant('the version of its format', bundleFormat),
        plenum: text('version'),
        definitions: text('SHA-256 of the definitions of components and commands'),
        node: text('version'),
        behind: constant('what is behind the bridge', 'simulated house', 'real bridge'),
        at: instant('the time of the house'),
        datagrams: object('components by kind, with aliases instead of names'),
        events: listOf('events of the last day, oldest first', object('an event')),
        log: listOf('the last lines of the log, oldest first', object('a line')),
      }),
    ),
    example: {
      format: 'plenum-diagnostics',
      formatVersion: bundleFormat,
      plenum: '0.1.0',
      definitions: '0'.repeat(64),
      node: 'v24.0.0',
      behind: 'real bridge',
      at: 1_767_225_600_000,
      datagrams: {},
      events: [],
      log: [],
    },
  }),
} as const;
