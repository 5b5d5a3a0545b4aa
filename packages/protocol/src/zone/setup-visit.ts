import { endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { listOf, open } from '../endpoint/shape.ts';
import { bool, instant, name, number, record } from '../field/make.ts';

const zone = number('index of the zone', { min: 0, max: 13 });
const installer = name('the name of the installer, for the report; empty if it is not known', { bytes: 240 });

const { get, post } = endpointsCountedAs('setup-visit');
const forInstaller = ['installer-key-required', 'installer-only'] as const;
const toChange = [...forInstaller, 'read-only', 'not-stored'] as const;

/** Endpoints for the progress of an installer through a house, which any browser can continue. */
export const setupVisitEndpoints = {
  readSetupVisit: get('/setup-visit', {
    summary: 'Read which zones an installer has finished.',
    description: 'For installers.',
    answer: open('The visit.', {
      installer,
      done: listOf(
        'the finished zones',
        open('A zone.', { zone, at: instant('when it was marked as done') }),
      ),
    }),
    example: { installer: 'Kim Lee', done: [{ zone: 0, at: 1_767_225_600_000 }] },
    refusals: forInstaller,
  }),
  markZone: post('/setup-visit/zone', {
    summary: 'Mark a zone as finished, or as not finished.',
    description: 'For installers.',
    body: record('the zone', { zone, isDone: bool('whether it is finished') }),
    refusals: toChange,
  }),
  nameInstaller: post('/setup-visit/installer', {
    summary: 'Set the name of the installer.',
    description: 'For installers.',
    body: record('the installer', { installer }),
    refusals: toChange,
  }),
  endSetupVisit: post('/setup-visit/end', {
    summary: 'Forget the finished zones and the name of the installer.',
    description: 'For installers. Changes no setting of the house.',
    body: record('nothing', {}),
    refusals: toChange,
  }),
} as const;

/** The response of `GET /setup-visit`. */
export type SetupVisitAnswer = AnswerOf<typeof setupVisitEndpoints.readSetupVisit>;
