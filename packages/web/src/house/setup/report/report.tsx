import { isThere, type SetupProblem } from '@plenum/insight/setup';
import { catalogue } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations, type Field } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { Button } from 'react-aria-components';
import { TextField } from '../../../design/field/text-field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { useSettled } from '../../../design/use-settled.ts';
import { formatTemperature } from '../../../reading/number/temperature.ts';
import { formatInstant } from '../../../reading/time/clock.ts';
import { fieldOf, wordOf } from '../../../reading/words.ts';
import { locale, t } from '../../../text/text.ts';
import { useWarningsByComponent } from '../../health/use-health.ts';
import { useDatagrams, useHouseName, useHouseTime, useScale, useTimeZone } from '../../house-context.tsx';
import { settle } from '../command-setting.tsx';
import { isPassed, outcomeText } from '../room/damper-test.tsx';
import { useDamperTests } from '../room/damper-tests-context.tsx';
import { isWireless, sensorName, typeName } from '../room/sensors.ts';
import { roomName } from '../way/stops.ts';
import type { Visit } from '../way/use-visit.ts';
import { CheckList } from './check-list.tsx';
import './report.css';

const { constant } = enumerations.zoneType.values;

type Zone = DatagramOf<'zone'>;

/** Formats the date of the report, with the year. */
const formatDate = (at: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);

const RoomRow = ({ zone }: { zone: Zone }) => {
  const datagrams = useDatagrams();
  const scale = useScale();
  const timeZone = useTimeZone();
  const { results, refused } = useDamperTests();
  const result = results.find((each) => each.zone === zone.Index);
  return (
    <tr>
      <th scope="row">{roomName(datagrams, zone.Index)}</th>
      <td>
        {typeName(zone.ZoneType)}
        {zone.ZoneType === constant && `, ${t('setup.orderNumber', { number: zone.Const })}`}
      </td>
      <td>
        {sensorName(zone.SensType)}
        {isWireless(zone.SensType) && (
          <span className="quiet small report__more">
            {t('setup.signalAndBattery', {
              signal: wordOf(fieldOf('zone', 'RfSignal'), zone.RfSignal),
              battery: wordOf(fieldOf('zone', 'BattVolt'), zone.BattVolt),
            })}
          </span>
        )}
      </td>
      <td className="num">{isSensed(zone) ? `${formatTemperature(zone.Temp, scale)}°` : '–'}</td>
      <td className="num">
        {zone.MinAir}–{zone.MaxAir} %
      </td>
      <td className="num">
        {zone.BalanceMin}–{zone.BalanceMax} %
      </td>
      <td>
        {result === undefined ? (
          (refused[zone.Index] ?? t('setup.notTested'))
        ) : (
          <>
            <Icon name={isPassed(result) ? 'check' : 'warning'} /> {outcomeText(result)}
            <span className="quiet small report__more">{formatInstant(result.at, timeZone)}</span>
          </>
        )}
      </td>
    </tr>
  );
};

const Rooms = ({ zones }: { zones: readonly Zone[] }) => {
  const titles = [
    t('setup.room'),
    t('setup.type'),
    t('setup.sensor'),
    t('setup.now'),
    t('setup.opening'),
    t('setup.balance'),
    t('setup.damperTest'),
  ];
  return (
    <div>
      <h3 id="report-rooms">{t('setup.rooms')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people who use a keyboard scroll the table */}
      <section className="report__table" tabIndex={0} aria-labelledby="report-rooms">
        <table>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {zones.map((zone) => (
              <RoomRow key={zone.Index} zone={zone} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
};

/** The parts of a house other than its rooms, by name. */
const OtherParts = () => {
  const { split, vrf, lamp } = useDatagrams();
  const parts = [
    [t('setup.splits'), split],
    // Unit 0 is the ducted system.
    [t('setup.fanCoils'), vrf.filter(({ X }) => X !== 0)],
    [t('setup.lamps'), lamp],
  ] as const;
  return parts.map(([title, all]) => {
    const names = (all as readonly { readonly Name: string }[]).filter(isThere).map(({ Name }) => Name);
    return names.length === 0 ? null : (
      <section key={title}>
        <h3>{title}</h3>
        <p>{names.join(', ')}</p>
      </section>
    );
  });
};

const Faults = () => {
  const found = useWarningsByComponent();
  return (
    <section>
      <h3>{t('setup.faults')}</h3>
      {found.length === 0 ? (
        <p>{t('setup.noFaults')}</p>
      ) : (
        <ul>
          {found.map(({ kind, index, name, warnings }) => (
            <li key={`${kind} ${index}`}>
              <strong>{name}</strong>: {warnings.map(({ title }) => title).join('; ')}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

interface ReportProps {
  readonly problems: readonly SetupProblem[];
  readonly visit: Visit;
}

/** Length of a name in characters, which all fit into what the bridge stores. */
const longestName = 60;

const InstallerName = ({ installer, name }: Visit) => {
  const { draft, change } = useSettled(name, settle);
  return (
    <TextField
      label={t('setup.installer')}
      value={draft ?? installer}
      onChange={change}
      maxLength={longestName}
      autoComplete="name"
    />
  );
};

/** The report of a visit, to read and to print: rooms, conflicts, faults, date and name. */
export function Report({ problems, visit }: ReportProps) {
  const { zone, unit } = useDatagrams();
  const { now, timeZone } = useHouseTime(60_000);
  const { results, waiting, running, test } = useDamperTests();
  const house = useHouseName();
  const untested = zone
    .map(({ Index }) => Index)
    .filter((index) => !results.some((each) => each.zone === index) && !waiting.includes(index));
  return (
    <article className="report">
      <header className="report__head card">
        <p className="report__house">{house}</p>
        <p className="num">{formatDate(now, timeZone)}</p>
        <InstallerName {...visit} />
        <p className="report__signature" aria-hidden="true">
          {t('setup.signature')}
        </p>
        <div className="report__buttons">
          <Button className="button button--main" onPress={() => window.print()}>
            {t('setup.print')}
          </Button>
          {untested.length > 0 && unit[0]?.SysOn === 1 && (
            <Button className="button" onPress={() => test(...untested)}>
              {t('setup.testRest', { count: untested.length })}
            </Button>
          )}
          {visit.isBegun && (
            <Button className="button button--plain" onPress={visit.end}>
              {t('setup.newVisit')}
            </Button>
          )}
        </div>
        <p role="status" className="quiet">
          {running !== undefined &&
            t('setup.testsLeft', { count: waiting.filter((one) => one !== running.zone).length + 1 })}
        </p>
      </header>
      <CheckList problems={problems} />
      <div className="report__body card">
        {zone.length > 0 && <Rooms zones={zone} />}
        {unit[0] !== undefined && (
          <section>
            <h3>{t('setup.system')}</h3>
            <dl className="report__facts">
              <dt>{t('setup.controlledBy')}</dt>
              <dd>{wordOf(fieldOf('unit', 'RAS'), unit[0].RAS)}</dd>
              <dt>{t('setup.fanAuto')}</dt>
              <dd>{t(unit[0].FanAutoEn === 1 ? 'setup.yes' : 'setup.no')}</dd>
              <dt>{t('setup.filter')}</dt>
              <dd>{wordOf(catalogue.get('FilterWarn')!.body as Field, unit[0].FilterWarn)}</dd>
            </dl>
          </section>
        )}
        <OtherParts />
        <Faults />
      </div>
    </article>
  );
}
