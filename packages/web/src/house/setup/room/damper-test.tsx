import type { DatagramOf } from '@plenum/protocol/component';
import type { DamperTestOutcome, DamperTestReading, DamperTestResult } from '@plenum/protocol/zone';
import { Button } from 'react-aria-components';
import { Icon } from '../../../design/icon.tsx';
import { formatTemperature } from '../../../reading/number/temperature.ts';
import { formatInstant } from '../../../reading/time/clock.ts';
import { type PlainKey, t } from '../../../text/text.ts';
import { useOne, useScale, useSendCommand, useTimeZone } from '../../house-context.tsx';
import { useDamperTests } from './damper-tests-context.tsx';

const outcomes: Readonly<Record<DamperTestOutcome, PlainKey>> = {
  moves: 'setup.testMoves',
  'held-open': 'setup.testHeldOpen',
  'does-not-open': 'setup.testDoesNotOpen',
  'does-not-close': 'setup.testDoesNotClose',
  'every-damper-shut': 'setup.testEveryShut',
  'unit-off': 'setup.testUnitOff',
  changed: 'setup.testChanged',
  ended: 'setup.testEnded',
  interrupted: 'setup.testInterrupted',
};

/** True if a test found that the damper does what it should. */
export const isPassed = ({ outcome }: DamperTestResult): boolean =>
  outcome === 'moves' || outcome === 'held-open';
/** True if a test found a fault of the damper. */
export const isFailed = ({ outcome }: DamperTestResult): boolean =>
  outcome === 'does-not-open' || outcome === 'does-not-close';

export const outcomeText = ({ outcome }: DamperTestResult): string => t(outcomes[outcome]);

const Row = ({ title, reading }: { title: string; reading: DamperTestReading }) => {
  const scale = useScale();
  const degrees = (wire: number | undefined) =>
    wire === undefined ? '–' : `${formatTemperature(wire, scale)}°`;
  return (
    <tr>
      <th scope="row">{title}</th>
      <td className="num">{reading.damper} %</td>
      <td className="num">{degrees(reading.temperature)}</td>
      <td className="num">{degrees(reading.supply)}</td>
      <td className="num">{reading.seconds > 0 ? `${reading.seconds} s` : '–'}</td>
    </tr>
  );
};

/** The measurements of a test: what happened to the damper and to the air. */
const Measurements = ({ result }: { result: DamperTestResult }) => (
  <table className="test__table">
    <thead>
      <tr>
        <td />
        {([t('setup.damper'), t('setup.roomAir'), t('setup.supplyAir'), t('setup.took')] as const).map(
          (title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody>
      <Row title={t('setup.before')} reading={result.before} />
      {result.open && <Row title={t('setup.opened')} reading={result.open} />}
      {result.shut && <Row title={t('setup.shut')} reading={result.shut} />}
    </tbody>
  </table>
);

const steps: Readonly<Record<'opening' | 'closing' | 'restoring', PlainKey>> = {
  opening: 'setup.testOpening',
  closing: 'setup.testClosing',
  restoring: 'setup.testRestoring',
};

/** A test of the damper of a room. The bridge opens and shuts it, and restores the room even if this page is closed. */
export function DamperTest({ zone }: { zone: DatagramOf<'zone'> }) {
  const { Index } = zone;
  const { running, results, waiting, refused, test, end } = useDamperTests();
  const unit = useOne('unit');
  const send = useSendCommand();
  const timeZone = useTimeZone();
  const isRunning = running?.zone === Index;
  const isWaiting = !isRunning && waiting.includes(Index);
  const result = results.find((each) => each.zone === Index);
  const isOff = unit?.SysOn !== 1;
  return (
    <section className="test card" aria-labelledby="test-title">
      <h3 id="test-title">{t('setup.damperTest')}</h3>
      <div className="test__now" role="status">
        {isRunning && (
          <p>
            {t(steps[running.step])}{' '}
            <strong className="num" aria-hidden="true">
              {zone.DmpPos} %
            </strong>
          </p>
        )}
        {isWaiting && <p>{t('setup.testWaits')}</p>}
        {!isRunning && !isWaiting && result !== undefined && (
          <p
            className="test__outcome"
            data-kind={isPassed(result) ? 'well' : isFailed(result) ? 'fault' : 'open'}
          >
            <Icon name={isPassed(result) ? 'check' : 'warning'} />
            <span>{outcomeText(result)}</span>
            <span className="quiet small num">{formatInstant(result.at, timeZone)}</span>
          </p>
        )}
        {!isRunning && !isWaiting && result === undefined && <p className="quiet">{t('setup.testHelp')}</p>}
      </div>
      {!isRunning && result !== undefined && <Measurements result={result} />}
      {refused[Index] !== undefined && (
        <p className="setting__why" role="alert">
          <Icon name="warning" /> {refused[Index]}
        </p>
      )}
      <div className="test__buttons">
        {isOff ? (
          <>
            <p className="quiet">{t('setup.testNeedsUnit')}</p>
            <Button className="button" onPress={() => void send('SysOn', 1)}>
              <Icon name="power" /> {t('setup.switchOnUnit')}
            </Button>
          </>
        ) : isRunning || isWaiting ? (
          <Button className="button" onPress={() => end(Index)}>
            <Icon name="stop" /> {t('setup.endTest')}
          </Button>
        ) : (
          <Button className="button" onPress={() => test(Index)}>
            <Icon name="play" /> {t(result === undefined ? 'setup.testDamper' : 'setup.testAgain')}
          </Button>
        )}
      </div>
    </section>
  );
}
