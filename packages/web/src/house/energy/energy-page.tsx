import { currencyOf, type EnergyAnswer, type EnergyBar } from '@plenum/insight/energy';
import { type CSSProperties, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { downloadFile } from '../../design/download.ts';
import { Segmented } from '../../design/field/segmented.tsx';
import { Icon } from '../../design/icon.tsx';
import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import {
  compare,
  energyCsv,
  formatEnergy,
  isComparable,
  missingHours,
  ownUse,
  readEnergyPath,
  selfSufficiency,
  stepWindow,
  titleOf,
  type WindowKind,
  windowAt,
  windowKinds,
} from '../../reading/energy/energy.ts';
import { type EnergyCost, energyByRoom, roomNames, totalOf } from '../../reading/energy/room-energy.ts';
import { formatCost } from '../../reading/number/cost.ts';
import { formatDecimal } from '../../reading/number/intl.ts';
import { useReread } from '../../state/use-reread.ts';
import { Rich } from '../../text/rich.tsx';
import { type PlainKey, t } from '../../text/text.ts';
import { navigate, toHash, useRoute } from '../frame/routes.ts';
import { useDatagrams, useHasSimulation, useHouseTime, useOne } from '../house-context.tsx';
import { CostChange } from './cost-change.tsx';
import { EnergyBars, EnergyTable, type Measure } from './energy-bars.tsx';
import { TariffForm } from './tariff-form.tsx';
import { useEnergy } from './use-energy.ts';
import './energy-page.css';

interface TotalProps {
  readonly label: string;
  readonly value: number | null;
  readonly before: number | null | undefined;
  readonly format: (value: number | null) => string;
  readonly unit?: string;
  /** The name of the earlier time. */
  readonly than: string;
}

const Total = ({ label, value, before = null, format, unit, than }: TotalProps) => {
  const comparison = compare(value, before, format);
  return (
    <div className="energy-total">
      <dt>{label}</dt>
      <dd>
        <span className="energy-total__value num">
          {format(value)} {unit !== undefined && value !== null && <small>{unit}</small>}
        </span>
        {comparison !== undefined && (
          <span className="energy-total__before small quiet">
            {t(`energy.${comparison.is}`, { ...comparison, before: than, value: format(before) })}
          </span>
        )}
      </dd>
    </div>
  );
};

const kindNames: Readonly<Record<WindowKind, PlainKey>> = {
  Day: 'energy.day',
  Week: 'energy.week',
  Month: 'energy.month',
  Weeks: 'energy.twelveWeeks',
  Year: 'energy.year',
  Years: 'energy.fiveYears',
};

const thans: Readonly<Record<WindowKind, PlainKey>> = {
  Day: 'energy.dayBefore',
  Week: 'energy.weekBefore',
  Month: 'energy.monthBefore',
  Weeks: 'energy.twelveWeeksBefore',
  Year: 'energy.yearBefore',
  Years: 'energy.fiveYearsBefore',
};

const measures = ['energy', 'cost'] as const;

const measureNames: Readonly<Record<Measure, PlainKey>> = { energy: 'energy.title', cost: 'energy.cost' };

/** True if a solar diverter used part of the surplus. Otherwise all surplus was exported to the grid. */
const isDiverted = ({ surplus, export: sold }: EnergyBar): boolean => (surplus ?? 0) > (sold ?? 0);

/** Names the time that energy is compared with: a period that is not over, with the same part of the earlier one. */
const thanOf = ({ total, bars }: EnergyAnswer, kind: WindowKind): string => {
  const before = t(thans[kind]);
  return total.to === bars.at(-1)?.to ? before : t('energy.samePart', { before });
};

interface TotalsProps {
  readonly answer: EnergyAnswer;
  readonly kind: WindowKind;
  readonly hasSolar: boolean;
}

const Totals = ({ answer, kind, hasSolar }: TotalsProps) => {
  const { total, tariff } = answer;
  const before = isComparable(answer) ? answer.before : undefined;
  const missing = missingHours(total);
  const isSimulated = useHasSimulation();
  const than = thanOf(answer, kind);
  const of = { than, format: formatEnergy, unit: 'kWh' };
  return (
    <>
      <dl className="energy-totals">
        <Total label={t('energy.used')} value={total.used} before={before?.used} {...of} />
        {hasSolar && (
          <>
            <Total label={t('energy.solar')} value={total.solar} before={before?.solar} {...of} />
            <Total
              label={t('energy.ownUse')}
              value={ownUse(total)}
              before={before && ownUse(before)}
              {...of}
            />
            <Total
              {...of}
              label={t('energy.selfSufficiency')}
              value={selfSufficiency(total)}
              before={undefined}
              format={(share) => (share === null ? '–' : formatDecimal(share, 0))}
              unit="%"
            />
            <Total label={t('energy.toGrid')} value={total.export} before={before?.export} {...of} />
            {isDiverted(total) && (
              <Total label={t('energy.surplus')} value={total.surplus} before={before?.surplus} {...of} />
            )}
          </>
        )}
        <Total label={t('energy.fromGrid')} value={total.import} before={before?.import} {...of} />
        {tariff !== null && (
          <Total
            label={hasSolar ? t('energy.costNet') : t('energy.cost')}
            value={total.cost}
            before={before?.cost}
            format={(cost) => formatCost(cost, currencyOf(tariff))}
            than={than}
          />
        )}
      </dl>
      {tariff !== null && tariff.feedIn === undefined && (total.export ?? 0) > 0 && (
        <p className="small quiet">{t('energy.noFeedIn', { tariff: t('energy.tariff') })}</p>
      )}
      {tariff !== null && currencyOf(tariff) === undefined && (
        <p className="small quiet">{t('energy.whichCurrency', { tariff: t('energy.tariff') })}</p>
      )}
      {missing > 0 && <p className="small quiet">{t('energy.missing', { hours: missing })}</p>}
      {missing * 3_600 > total.known && isSimulated && (
        <p className="small quiet">
          <Rich
            text={t('energy.letAWeekPass', { step: t('simulator.oneWeek') })}
            parts={{ a: (content) => <a href={toHash('simulator')}>{content}</a> }}
          />
        </p>
      )}
    </>
  );
};

interface SharesProps {
  readonly rows: readonly (EnergyCost & { readonly key: string; readonly name: string })[];
  /** ISO 4217; undefined without a currency. */
  readonly currency: string | undefined;
}

/** A list of energies and costs by name, each with a bar in proportion to the largest energy. */
const Shares = ({ rows, currency }: SharesProps) => {
  const most = Math.max(1, ...rows.map(({ energy }) => energy ?? 0));
  return (
    <dl className="flows flows--energy num">
      {rows.map(({ key, name, energy, cost }) => (
        <div key={key} className="flows__one">
          <dt>{name}</dt>
          <dd>
            <span
              className="flows__bar"
              style={{ '--share': `${(Math.max(0, energy ?? 0) / most) * 100}%` } as CSSProperties}
            />
            <span>{formatEnergy(energy)} kWh</span>
            {cost !== null && <span className="flows__cost quiet">{formatCost(cost, currency)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** The energy and cost of each channel that is neither a total nor a generator, the largest first. */
const Channels = ({ channels, tariff }: EnergyAnswer) => {
  const parts = channels.filter(({ isTotal, isGenerator, name }) => !isTotal && !isGenerator && name !== '');
  const rows = parts
    .map((channel) => ({ key: channel.series, name: channel.name, ...totalOf(channel) }))
    .sort((one, other) => (other.energy ?? -1) - (one.energy ?? -1));
  if (rows.length === 0) return null;
  const hasSolar = channels.some(({ isGenerator }) => isGenerator);
  return (
    <section className="panel card" aria-labelledby="channels-title">
      <h2 id="channels-title">{t('energy.byChannel')}</h2>
      <Shares rows={rows} currency={currencyOf(tariff)} />
      {tariff !== null && hasSolar && <p className="quiet small">{t('energy.costFromGrid')}</p>}
    </section>
  );
};

/**
 * The energy and cost of each room: its part of the unit and the channels with its name. Energy that belongs to no room has a
 * separate row.
 */
const Rooms = (answer: EnergyAnswer) => {
  const { rooms, unit, rest } = energyByRoom(answer, roomNames(useDatagrams()));
  const rows = [
    ...rooms,
    ...(unit === undefined ? [] : [{ ...unit, name: t('energy.unitUnassigned') }]),
    ...(rest.channels.length === 0 ? [] : [{ ...rest, name: t('history.ofSeveralRooms') }]),
  ];
  return (
    <section className="panel card" aria-labelledby="rooms-title">
      <h2 id="rooms-title">{t('history.byRoom')}</h2>
      {rooms.length === 0 ? (
        <p className="quiet">{t('history.byRoomUnknown')}</p>
      ) : (
        <>
          <Shares
            rows={rows.map((row) => ({ key: row.name, ...row }))}
            currency={currencyOf(answer.tariff)}
          />
          {unit !== undefined && (
            <p className="quiet small">{t('energy.byAir', { channels: unit.channels.join(', ') })}</p>
          )}
          {rest.channels.length > 0 && (
            <p className="quiet small">{t('history.byRoomRest', { channels: rest.channels.join(', ') })}</p>
          )}
        </>
      )}
    </section>
  );
};

/** The energy page: the energy that the house used and generated by day, week, month or year, and its cost. */
export function EnergyPage() {
  const { now, timeZone } = useHouseTime(30_000);
  const path = useRoute().rest;
  const { kind, date } = readEnergyPath(path, now, timeZone);
  const [measure, setMeasure] = useState<Measure>('energy');
  const heading = useRef<HTMLHeadingElement>(null);
  const power = useOne('power');
  const shown = windowAt(kind, date, timeZone);
  const { data: answer, error, isPlaceholderData } = useEnergy(shown);
  const reread = useReread(['energy']);
  if (power?.Enabled !== 1) return <p className="empty card">{t('energy.noMonitor')}</p>;
  const title = titleOf(kind, shown, timeZone);
  const hasSolar = answer?.channels.some(({ isGenerator }) => isGenerator) ?? false;
  const step = (count: number) => navigate('energy', kind, stepWindow(kind, date, count).toString());
  return (
    <div className="page">
      <div className="page__head">
        <div className="energy-window">
          <Button
            className="button button--small"
            aria-label={t('energy.earlier', { before: t(thans[kind]) })}
            onPress={() => step(-1)}
          >
            ‹
          </Button>
          <h2 ref={heading} tabIndex={-1} className="energy-window__title">
            {title}
          </h2>
          <Button
            className="button button--small"
            aria-label={t('energy.later')}
            isDisabled={shown.to > now}
            onPress={() => step(1)}
          >
            ›
          </Button>
        </div>
        <Segmented
          label={t('energy.timeShown')}
          options={windowKinds.map((each, value) => ({ value, label: t(kindNames[each]) }))}
          value={windowKinds.indexOf(kind)}
          onChange={(value) => navigate('energy', windowKinds[value]!, ...path.slice(1))}
        />
      </div>
      <section className="panel card energy-panel" aria-label={t('energy.title')}>
        <div className="section-head">
          <h2>{t('energy.title')}</h2>
          <Button
            className="button button--small"
            isDisabled={answer === undefined || isPlaceholderData}
            onPress={() => answer !== undefined && downloadFile('energy.csv', energyCsv(answer))}
          >
            <Icon name="download" /> CSV
          </Button>
        </div>
        {error !== null && (
          <RetryNotice
            sentence={t('energy.notLoaded', { reason: error.message })}
            isLine={answer !== undefined}
            onRetry={reread}
          />
        )}
        {answer === undefined && error === null && (
          <p className="energy-bars__wait quiet">{t('energy.adding')}</p>
        )}
        {answer !== undefined && (
          <>
            <Totals answer={answer} kind={kind} hasSolar={hasSolar} />
            {answer.tariff !== null && (
              <div className="energy-panel__measure">
                <Segmented
                  label={t('energy.measure')}
                  options={measures.map((each, value) => ({ value, label: t(measureNames[each]) }))}
                  value={measures.indexOf(measure)}
                  onChange={(value) => setMeasure(measures[value]!)}
                />
              </div>
            )}
            <EnergyBars
              key={`${answer.by} ${answer.bars[0]?.from}`}
              measure={answer.tariff === null ? 'energy' : measure}
              onOpen={() => heading.current?.focus()}
              answer={answer}
              hasSolar={hasSolar}
            />
            <EnergyTable answer={answer} hasSolar={hasSolar} />
          </>
        )}
      </section>
      {answer !== undefined && (
        <>
          <CostChange answer={answer} than={thanOf(answer, kind)} />
          <Channels {...answer} />
          <Rooms {...answer} />
        </>
      )}
      {/** The form is rendered last, since a part that appears above it later would push it down. */}
      {(answer !== undefined || error !== null) && <TariffForm />}
    </div>
  );
}
