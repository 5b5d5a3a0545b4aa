import { unitStatus, zoneStatus } from '@plenum/protocol/status';
import { describeStatus } from '../../reading/status.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useAll, useHouseContext, useOne, useScale } from '../context/house-context.tsx';
import { PowerSection } from '../energy/power-section.tsx';
import { FavouriteSection } from '../favourite/favourite-section.tsx';
import { GardenSection } from '../garden/garden-section.tsx';
import { GroupBar } from '../group/group-bar.tsx';
import { HealthLink } from '../health/health-link.tsx';
import { RoomList } from '../room-list/room-list.tsx';
import { isLarge } from '../room-list/rows.ts';
import { RoomUnitSections } from '../room-unit/room-unit-sections.tsx';
import { UnitPanel } from '../unit/unit-panel.tsx';
import { ZoneCard } from '../zone/zone-card.tsx';
import { Fold } from './fold.tsx';
import { useIsPhone } from './use-is-phone.ts';
import './overview.css';

const Zones = () => {
  const zones = useAll('zone');
  const unit = useOne('unit');
  const scale = useScale();
  if (zones.length === 0 || unit === undefined) return null;
  return (
    <section aria-labelledby="zones-title">
      <div className="section-head">
        <h2 id="zones-title" className="section-title" tabIndex={-1}>
          {t('house.rooms')}
        </h2>
        <GroupBar />
      </div>
      <ul className="cards">
        {zones.map((zone) => {
          const status = zoneStatus(zone, unit);
          const words = describeStatus(status, scale);
          return <ZoneCard key={zone.Index} zone={zone} activity={status.activity} {...words} />;
        })}
      </ul>
    </section>
  );
};

/** On a phone: the rooms first, in rows; the rest is folded, so that the page is three screens long and not nine. */
const PhoneOverview = () => {
  const scale = useScale();
  const unit = useOne('unit');
  const zones = useAll('zone');
  const hasFavourites = useAll('schedule').some(({ Name }) => Name !== '');
  const hasPower = useOne('power')?.Enabled === 1;
  const garden = useOne('irrigation');
  return (
    <div className="overview">
      <HealthLink place="top" />
      <RoomList />
      <div className="overview__folds">
        {unit !== undefined && (
          <Fold title={t('house.airConditioner')} note={describeStatus(unitStatus(unit, zones), scale).label}>
            <UnitPanel />
          </Fold>
        )}
        {hasFavourites && (
          <Fold title={t('house.favourites')}>
            <FavouriteSection />
          </Fold>
        )}
        {hasPower && (
          <Fold title={t('energy.power')}>
            <PowerSection />
          </Fold>
        )}
        {garden !== undefined && (
          <Fold title={garden.Tag1 || t('garden.title')}>
            <GardenSection />
          </Fold>
        )}
      </div>
      <HealthLink place="end" />
    </div>
  );
};

/** The components that this page shows. */
const shown = ['unit', 'zone', 'split', 'vrf', 'power', 'irrigation'] as const;

/** The whole house on one page, the most important first. */
export const Overview = () => {
  const { house } = useHouseContext();
  const isEmpty = useStore(house.state, ({ datagrams }) =>
    shown.every((kind) => datagrams[kind].length === 0),
  );
  const isLargeHouse = useStore(house.state, ({ datagrams }) => isLarge(datagrams));
  const isPhone = useIsPhone();
  const hasZones = useAll('zone').length > 0;
  if (isEmpty) return <p className="empty card">{t('house.nothingInstalled')}</p>;
  if (isPhone) return <PhoneOverview />;
  return (
    <div className="overview">
      <UnitPanel />
      <HealthLink place="top" />
      <FavouriteSection />
      {isLargeHouse ? (
        <RoomList />
      ) : (
        <>
          <Zones />
          {!hasZones && <GroupBar />}
          <RoomUnitSections />
        </>
      )}
      <div className="overview__pair">
        <PowerSection />
        <GardenSection />
      </div>
      <HealthLink place="end" />
    </div>
  );
};
