import type { RoomGroup } from '@plenum/insight/group';
import { unitStatus, zoneStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { useIsPhone } from '../../design/use-media.ts';
import { channelsOf, formatWatts, totalOf } from '../../reading/energy/power.ts';
import { isStopped, onOffWord } from '../../reading/house/on-off.ts';
import { describeStatus } from '../../reading/house/status.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { PowerSection } from '../energy/power-section.tsx';
import { FavouriteSection } from '../favourite/favourite-section.tsx';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { Loading } from '../frame/loading.tsx';
import { GardenSection, gardenState } from '../garden/garden-section.tsx';
import { Group } from '../group/group.tsx';
import { GroupBar } from '../group/group-bar.tsx';
import { groupedIds, useGroups, useIsGrouped } from '../group/use-groups.ts';
import { HealthLink } from '../health/health-link.tsx';
import { useAll, useHouseContext, useOne, useScale } from '../house-context.tsx';
import { RoomList } from '../room-list/room-list.tsx';
import { isEmpty, isLarge } from '../room-list/rows.ts';
import { RoomUnitOf, RoomUnitSections } from '../room-unit/room-unit-sections.tsx';
import { TimeZoneNotice } from '../time-zone/time-zone-notice.tsx';
import { UnitPanel } from '../unit/unit-panel.tsx';
import { ZoneCard } from '../zone/zone-card.tsx';
import { Fold } from './fold.tsx';
import { LazyAutomation, LazyPlan } from './lazy-parts.tsx';
import { PhoneHead } from './phone-head.tsx';
import './overview.css';

const ZoneCards = ({ zones }: { zones: readonly DatagramOf<'zone'>[] }) => {
  const unit = useOne('unit');
  const scale = useScale();
  if (unit === undefined) return null;
  return zones.map((zone) => {
    const status = zoneStatus(zone, unit);
    return (
      <ZoneCard
        key={zone.Index}
        zone={zone}
        hasAir={status.activity !== 'off'}
        {...describeStatus(status, scale)}
      />
    );
  });
};

/** Shows the rooms of a group as cards, for any kind of unit. */
const GroupCards = ({ group }: { group: RoomGroup }) => {
  const zones = useAll('zone');
  return (
    <Group group={group}>
      <ControlFieldset>
        <ul className="cards">
          {group.rooms.map(({ kind, index }) =>
            kind === 'zone' ? (
              <ZoneCards key={`zone ${index}`} zones={zones.filter(({ Index }) => Index === index)} />
            ) : (
              <RoomUnitOf key={`${kind} ${index}`} kind={kind} index={index} />
            ),
          )}
        </ul>
      </ControlFieldset>
    </Group>
  );
};

/** Shows the groups, and the zones without a group. */
const Zones = ({ groups }: { groups: readonly RoomGroup[] }) => {
  const zones = useAll('zone');
  const unit = useOne('unit');
  if (zones.length === 0 || unit === undefined)
    return groups.map((group) => <GroupCards key={group.name} group={group} />);
  const grouped = groupedIds(groups);
  const others = zones.filter(({ Index }) => !grouped.has(`zone ${Index}`));
  return (
    <section aria-labelledby="zones-title">
      <div className="section-head">
        <h2 id="zones-title" className="section-title" tabIndex={-1}>
          {t('house.rooms')}
        </h2>
        <ControlFieldset>
          <GroupBar />
        </ControlFieldset>
      </div>
      <div className="overview__groups">
        {groups.map((group) => (
          <GroupCards key={group.name} group={group} />
        ))}
        {others.length > 0 && (
          <ControlFieldset>
            {groups.length > 0 && <h2 className="overview__others">{t('group.otherRooms')}</h2>}
            <ul className="cards">
              <ZoneCards zones={others} />
            </ul>
          </ControlFieldset>
        )}
      </div>
    </section>
  );
};

/** The type of a system that only controls zones, since its unit has a separate controller. */
const zonesOnly = 210;

/**
 * The overview on a phone: the rooms first, in rows. The other sections are collapsed, so that the page is three
 * screens long instead of nine.
 */
const PhoneOverview = () => {
  const scale = useScale();
  const unit = useOne('unit');
  const zones = useAll('zone');
  const hasFavourites = useAll('schedule').some(({ Name }) => Name !== '');
  const power = useOne('power');
  const powerStatus = useOne('powerStatus');
  const garden = useOne('irrigation');
  const stations = useAll('station');
  const running = useAll('program').find(
    ({ Index, Name }) => Name !== '' && Index === garden?.CurrentProgram,
  );
  return (
    <div className="overview">
      {unit !== undefined && unit.SysType !== zonesOnly && (
        <ControlFieldset>
          <PhoneHead unit={unit} />
        </ControlFieldset>
      )}
      <HealthLink place="top" />
      <TimeZoneNotice />
      <LazyAutomation />
      {hasFavourites && (
        <ControlFieldset>
          <div className="overview__chips">
            <FavouriteSection hasSkip />
          </div>
        </ControlFieldset>
      )}
      <RoomList />
      <LazyPlan />
      <ControlFieldset>
        <div className="overview__folds">
          {unit !== undefined && (
            <Fold
              title={t('house.airConditioner')}
              note={isStopped(unit) ? onOffWord(unit) : describeStatus(unitStatus(unit, zones), scale).label}
            >
              <UnitPanel />
            </Fold>
          )}
          {power?.Enabled === 1 && (
            <Fold
              title={t('energy.power')}
              note={formatWatts(totalOf(channelsOf(power, powerStatus))).join(' ')}
            >
              <PowerSection />
            </Fold>
          )}
          {garden !== undefined && (
            <Fold
              title={garden.Tag1 || t('garden.title')}
              note={gardenState(garden, stations, running?.Name)}
            >
              <GardenSection />
            </Fold>
          )}
        </div>
      </ControlFieldset>
      <HealthLink place="end" />
    </div>
  );
};

/** Shows the whole house on one page, the most important parts first. */
export function Overview() {
  const { house } = useHouseContext();
  const hasNothing = useStore(house.state, ({ datagrams }) => isEmpty(datagrams));
  const isLargeHouse = useStore(house.state, ({ datagrams }) => isLarge(datagrams));
  const isPhone = useIsPhone();
  const groups = useGroups();
  const isGrouped = useIsGrouped();
  const hasZones = useAll('zone').length > 0;
  if (hasNothing) return <p className="empty card">{t('house.nothingInstalled')}</p>;
  if (!isGrouped) return <Loading />;
  if (isPhone) return <PhoneOverview />;
  return (
    <div className="overview">
      <HealthLink place="top" />
      <TimeZoneNotice />
      <LazyAutomation />
      <ControlFieldset>
        <UnitPanel />
        <FavouriteSection />
      </ControlFieldset>
      {isLargeHouse ? (
        <RoomList />
      ) : (
        <>
          {!hasZones && (
            <ControlFieldset>
              <GroupBar />
            </ControlFieldset>
          )}
          <Zones groups={groups} />
          <ControlFieldset>
            <RoomUnitSections elsewhere={groupedIds(groups)} />
          </ControlFieldset>
        </>
      )}
      <LazyPlan />
      <ControlFieldset>
        <div className="overview__pair">
          <PowerSection />
          <GardenSection />
        </div>
        <HealthLink place="end" />
      </ControlFieldset>
    </div>
  );
}
