import { faultCodeOf, isFilterDue } from '@plenum/insight/status';
import type { FaultEvent } from '@plenum/protocol/extension';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { downloadFile } from '../../design/download.ts';
import { Sheet } from '../../design/overlay/sheet.tsx';
import { ValueList } from '../../design/value-list.tsx';
import { formatInstant } from '../../reading/time/clock.ts';
import { fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { FaultList } from '../details/fault-list.tsx';
import { type HousePageName, navigate, toHash } from '../frame/routes.ts';
import { eventText } from '../history/event-words.ts';
import {
  useAll,
  useBridge,
  useDatagrams,
  useDeviceHealth,
  useHouseContext,
  useHouseTime,
  useOne,
  useScale,
} from '../house-context.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import { useRecordedFaults, useWarningsByComponent } from './use-health.ts';

const sensorType = enumerations.sensorType;

interface Line {
  readonly label: string;
  readonly value: string;
}

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) => {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ValueList lines={lines} />
    </section>
  );
};

const Now = () => {
  const components = useWarningsByComponent();
  if (components.length === 0) return <p>{t('health.well')}</p>;
  return (
    <section aria-label={t('health.now')}>
      <h3>{t('health.now')}</h3>
      {components.map(({ kind, index, name, warnings }) => (
        <div key={`${kind}-${index}`}>
          <h4>
            <a href={toHash('overview', kind, index)}>{name}</a>
          </h4>
          <WarningList hasHelp warnings={warnings} />
        </div>
      ))}
    </section>
  );
};

const Was = ({ faults }: { faults: readonly FaultEvent[] | undefined }) => {
  const { timeZone } = useHouseTime(60_000);
  const datagrams = useDatagrams();
  const scale = useScale();
  const hasCodes = datagrams.faults.some(({ Faults }) =>
    Faults?.some(({ Code }) => faultCodeOf(Code) !== undefined),
  );
  return (
    <>
      {faults?.length === 0 && <p className="quiet">{t('health.nothingWas')}</p>}
      <Lines
        title={t('health.was')}
        lines={(faults ?? []).map((fault) => ({
          label: formatInstant(fault.at, timeZone),
          value: eventText(fault, { datagrams, scale }),
        }))}
      />
      {hasCodes && (
        <>
          <FaultList />
          <p className="quiet small">{t('health.ownList')}</p>
        </>
      )}
    </>
  );
};

const Sensors = () => {
  const zones = useAll('zone').filter(
    (zone) => isSensed(zone) && zone.SensType !== sensorType.values.wired && zone.SensType !== undefined,
  );
  return (
    <Lines
      title={t('health.sensors')}
      lines={zones.map(({ Name, BattVolt, RfSignal }) => ({
        label: Name,
        value: t('health.sensor', {
          battery: wordOf(fieldOf('zone', 'BattVolt'), BattVolt),
          signal: wordOf(fieldOf('zone', 'RfSignal'), RfSignal),
        }),
      }))}
    />
  );
};

const Filter = () => {
  const unit = useOne('unit');
  if (unit === undefined) return null;
  const { FilterWarn: months } = unit;
  const value = isFilterDue(unit)
    ? t('health.filterDue')
    : months > 0
      ? t('health.filterWell', { months })
      : t('health.filterOff');
  return <Lines title={t('health.filter')} lines={[{ label: t('health.filter'), value }]} />;
};

const Heard = () => {
  const { now, timeZone } = useHouseTime(60_000);
  const device = useDeviceHealth();
  const bridge = useBridge();
  const silentSince = device?.state === 'silent' ? device.answeredAt : undefined;
  const at = silentSince ?? (bridge?.isPresent === false ? bridge.lastSeen : now);
  if (at === undefined) return null;
  const label = device === undefined ? t('health.house') : t('health.device');
  return <Lines title={t('health.heard')} lines={[{ label, value: formatInstant(at, timeZone) }]} />;
};

/** Downloads the diagnostics bundle for support; not available through a cloud. */
const Bundle = () => {
  const { client, source, toasts } = useHouseContext();
  const [isBusy, setBusy] = useState(false);
  if (source.transport !== 'local') return null;
  const download = async () => {
    setBusy(true);
    try {
      const bundle = await client.get('/diagnostics');
      if (bundle !== undefined)
        downloadFile('plenum-diagnostics.json', JSON.stringify(bundle, undefined, 2), 'application/json');
    } catch (error) {
      toasts.showError((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <section aria-label={t('health.bundle')}>
      <h3>{t('health.bundle')}</h3>
      <p className="quiet small">{t('health.bundleHelp')}</p>
      <ActionButton variant="secondary" isBusy={isBusy} onPress={() => void download()}>
        {t('health.download')}
      </ActionButton>
    </section>
  );
};

/**
 * Shows current and past problems of the house and their remedies; batteries, radio, filter, and when the house last
 * sent data.
 */
export function HealthSheet({ page }: { page: HousePageName }) {
  const { now } = useHouseTime(60_000);
  const { isLoading, faults } = useRecordedFaults(now);
  // Past problems are loaded before the rest is shown, since they would push it down.
  if (isLoading) return null;
  return (
    <Sheet title={t('health.title')} isOpen onClose={() => navigate(page)}>
      <Now />
      <Was faults={faults} />
      <Sensors />
      <Filter />
      <Heard />
      <Bundle />
    </Sheet>
  );
}
