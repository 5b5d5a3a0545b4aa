import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { useAll } from '../house-context.tsx';

type WallSwitch = DatagramOf<'wallSwitch'>;

const does = enumerations.buttonFunction.values;
const buttons = [1, 2, 3] as const;

interface Known {
  readonly lamps: readonly DatagramOf<'lamp'>[];
  readonly zones: readonly DatagramOf<'zone'>[];
}

const describe = (
  wallSwitch: WallSwitch,
  button: (typeof buttons)[number],
  { lamps, zones }: Known,
): string => {
  const no = wallSwitch[`But${button}No`];
  switch (wallSwitch[`But${button}`]) {
    case does['lamp group']: {
      const names = lamps.filter(({ GrNo, Att }) => GrNo === no && Att === 1).map(({ Name }) => Name);
      return t('lights.doesGroup', { lights: names.join(', ') || t('lights.noLights') });
    }
    case does['AC on/off']:
      return t('lights.doesUnit');
    case does['AC zone']:
      return t('lights.doesZone', { room: zones.find(({ Index }) => Index === no)?.Name ?? String(no) });
    case does['all off']:
      return t('lights.doesAllOff');
    case does['all on']:
      return t('lights.doesAllOn');
    default:
      return t('lights.doesNothing');
  }
};

/** Lists the wall switches with the function of each button. */
export function SwitchList() {
  const switches = useAll('wallSwitch').filter(({ Att }) => Att === 1);
  const known = { lamps: useAll('lamp'), zones: useAll('zone') };
  if (switches.length === 0) return null;
  return (
    <section aria-labelledby="switches-title">
      <h2 id="switches-title" className="section-title">
        {t('lights.switches')}
      </h2>
      <ul className="lights__cards">
        {switches.map((wallSwitch) => (
          <li key={wallSwitch.Index} className="lights__card card">
            <h3 className="lights__name">
              <a href={toHash('lights', 'wallSwitch', wallSwitch.Index)}>
                {t('lights.switchNo', { no: wallSwitch.Index + 1 })}
              </a>
            </h3>
            <dl className="lights__does small">
              {buttons.slice(0, wallSwitch.NoBut).map((button) => (
                <div key={button}>
                  <dt>{t('lights.button', { no: button })}</dt>
                  <dd>{describe(wallSwitch, button, known)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
