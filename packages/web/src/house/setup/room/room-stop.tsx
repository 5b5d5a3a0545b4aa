import { zoneStatus } from '@plenum/insight/status';
import { catalogue } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { fieldError } from '../../../definition/field-error.ts';
import { inputsOf } from '../../../definition/form-values.ts';
import { TypedInput } from '../../../definition/typed-input.tsx';
import { Labelled } from '../../../design/field/labelled.tsx';
import { Picker } from '../../../design/field/picker.tsx';
import { Segmented } from '../../../design/field/segmented.tsx';
import { useSettled } from '../../../design/use-settled.ts';
import { warningsOf } from '../../../reading/house/warning.ts';
import { formatTemperature } from '../../../reading/number/temperature.ts';
import { fieldOf, optionsOf, wordOf } from '../../../reading/words.ts';
import { type PlainKey, t } from '../../../text/text.ts';
import { useDatagrams, useHouseContext, useOne, useScale } from '../../house-context.tsx';
import { WarningList } from '../../warning/warning-list.tsx';
import { Damper } from '../../zone/damper.tsx';
import { CommandSetting, settle } from '../command-setting.tsx';
import { Setting } from '../setting.tsx';
import { useSave } from '../use-save.ts';
import { roomName } from '../way/stops.ts';
import { DamperTest } from './damper-test.tsx';
import { OpeningLimit } from './opening-limit.tsx';
import { isWireless, sensorOptions } from './sensors.ts';
import { freeOrders, setOrder, setSensor, setType } from './zone-type.ts';
import './room.css';

type Zone = DatagramOf<'zone'>;

const { constant } = enumerations.zoneType.values;

const typeHelp: Readonly<Record<number, PlainKey>> = {
  [enumerations.zoneType.values['open/close']]: 'setup.typeOnOff',
  [constant]: 'setup.typeConstant',
  [enumerations.zoneType.values.auto]: 'setup.typeAuto',
};

/** A name that is saved when its field loses focus or on Enter. */
const RoomName = ({ zone }: { zone: Zone }) => {
  const [state, save] = useSave();
  const [draft, setDraft] = useState<string>();
  const field = inputsOf(catalogue.get('ZoneName')!)[0]![1];
  const typed = draft ?? zone.Name;
  const leave = async () => {
    if (fieldError(field, typed) !== undefined || typed === zone.Name) return;
    if (await save(['ZoneName', { Index: zone.Index, Name: typed }])) setDraft(undefined);
  };
  return (
    <Setting state={state}>
      <TypedInput
        field={field}
        typed={typed}
        label={t('setup.name')}
        type="text"
        autoComplete="off"
        enterKeyHint="done"
        value={typed}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter' && currentTarget.checkValidity()) void leave();
        }}
        onLeave={() => void leave()}
      />
    </Setting>
  );
};

/**
 * Returns a function that returns the house and a room as they are when a setting is saved, because sensor, type and
 * order are sent together.
 */
const useCurrent = (index: number) => {
  const { house } = useHouseContext();
  return () => {
    const { datagrams } = house.state.get();
    return [datagrams, datagrams.zone.find((each) => each.Index === index)!] as const;
  };
};

const RoomType = ({ zone }: { zone: Zone }) => {
  const datagrams = useDatagrams();
  const current = useCurrent(zone.Index);
  const [state, save] = useSave();
  const [orderState, saveOrder] = useSave();
  const orders = freeOrders(datagrams, zone);
  const help = typeHelp[zone.ZoneType];
  return (
    <>
      <Setting state={state} help={help && t(help)}>
        <Labelled label={t('setup.type')}>
          <Segmented
            label={t('setup.type')}
            options={optionsOf(fieldOf('zone', 'ZoneType'))}
            value={zone.ZoneType}
            onChange={(type) => void save(...setType(...current(), type))}
          />
        </Labelled>
      </Setting>
      {zone.ZoneType === constant && (
        <Setting state={orderState} help={t('setup.orderHelp')}>
          <Picker
            label={t('setup.order')}
            options={[...new Set([...orders, zone.Const])]
              .sort((a, b) => a - b)
              .map((value) => ({
                value,
                label: t('setup.orderNumber', { number: value }),
              }))}
            value={zone.Const}
            onChange={(order) => void saveOrder(...setOrder(...current(), order))}
          />
        </Setting>
      )}
    </>
  );
};

/** Intervals at which a wireless sensor sends, as on the wire: 2 s, 4 s ... 256 s. */
const intervals = [1, 2, 3, 4, 5, 6, 7, 8];
const usualInterval = 4;

/** Pairs a wireless sensor with the room, and shows how well it is received. */
const PairSensor = ({ zone }: { zone: Zone }) => {
  const [state, save] = useSave();
  const [TxInterval, setInterval] = useState(usualInterval);
  return (
    <Setting
      state={state}
      help={t('setup.signalAndBattery', {
        signal: wordOf(fieldOf('zone', 'RfSignal'), zone.RfSignal),
        battery: wordOf(fieldOf('zone', 'BattVolt'), zone.BattVolt),
      })}
    >
      <div className="room__pair">
        <Picker
          label={t('setup.sendsEvery')}
          options={intervals.map((value) => ({ value, label: `${2 ** value} s` }))}
          value={TxInterval}
          onChange={setInterval}
        />
        <Button
          className="button"
          onPress={() => void save(['Crfs2SensorPair', { Index: zone.Index, TxInterval }])}
        >
          {t('setup.pair')}
        </Button>
      </div>
    </Setting>
  );
};

const RoomSensor = ({ zone }: { zone: Zone }) => {
  const [state, save] = useSave();
  const current = useCurrent(zone.Index);
  const { draft, change } = useSettled((type: number) => void save(...setSensor(...current(), type)), settle);
  return (
    <>
      <Setting state={state}>
        <Picker
          label={t('setup.sensor')}
          options={sensorOptions(zone.SensType)}
          value={draft ?? zone.SensType}
          onChange={change}
        />
      </Setting>
      {isWireless(zone.SensType) && <PairSensor zone={zone} />}
    </>
  );
};

/** Further settings of a room, which most rooms keep as they are. */
const further = ['SensorCalib', 'ZoneArea', 'ZoneBypass', 'DamperSkip'] as const;

const Further = ({ zone }: { zone: Zone }) => {
  const { Index } = zone;
  const isOffered = {
    SensorCalib: isSensed(zone),
    ZoneArea: true,
    ZoneBypass: zone.ZoneType === constant,
    DamperSkip: true,
  };
  return (
    <details className="disclosure room__further">
      <summary>{t('setup.further')}</summary>
      <div className="settings settings--columns card">
        <OpeningLimit
          label={t('setup.balanceMin')}
          value={zone.BalanceMin}
          command="BalanceMin"
          body={(Min) => ({ Index, Min })}
        />
        <OpeningLimit
          label={t('setup.balanceMax')}
          value={zone.BalanceMax}
          command="BalanceMax"
          body={(Max) => ({ Index, Max })}
        />
        <p className="quiet small">{t('setup.balanceHelp')}</p>
        {further
          .filter((name) => isOffered[name])
          .map((name) => (
            <CommandSetting key={name} command={catalogue.get(name)!} index={Index} datagram={zone} />
          ))}
      </div>
    </details>
  );
};

/** One room: what its sensor and damper do now, its settings, and the test of its damper. */
export function RoomStop({ index }: { index: number }) {
  const datagrams = useDatagrams();
  const scale = useScale();
  const unit = useOne('unit');
  const zone = datagrams.zone.find((each) => each.Index === index)!;
  const { Index } = zone;
  return (
    <>
      <div className="room__now card">
        <p className="room__temperature num">
          {isSensed(zone) ? (
            <>
              {formatTemperature(zone.Temp, scale)}
              <span className="room__degree">°</span>
            </>
          ) : (
            <span className="room__blind quiet">{t('house.noSensor')}</span>
          )}
          {unit !== undefined && (
            <span className="room__supply quiet">
              {t('setup.supplyAir')} {formatTemperature(unit.Supply, scale)}°
            </span>
          )}
        </p>
        <div className="room__damper">
          <Damper
            opening={zone.DmpPos}
            least={zone.MinAir}
            most={zone.MaxAir}
            hasAir={unit !== undefined && zoneStatus(zone, unit).activity !== 'off'}
          />
        </div>
        <WarningList warnings={warningsOf('zone', zone, scale)} hasHelp />
      </div>
      <div className="room__columns">
        <section
          className="settings card"
          aria-label={t('setup.settingsOf', { name: roomName(datagrams, index) })}
        >
          <RoomName zone={zone} />
          <RoomSensor zone={zone} />
          <RoomType zone={zone} />
          <OpeningLimit
            label={t('setup.lowest')}
            value={zone.MinAir}
            command="ZoneMinAir"
            body={(MinAir) => ({ Index, MinAir })}
          />
          <OpeningLimit
            label={t('setup.highest')}
            value={zone.MaxAir}
            command="ZoneMaxAir"
            body={(MaxAir) => ({ Index, MaxAir })}
          />
        </section>
        <DamperTest zone={zone} />
      </div>
      <Further zone={zone} />
    </>
  );
}
