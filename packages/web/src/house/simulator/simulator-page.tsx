import { RetryNotice } from '../../design/retry-notice.tsx';
import { useSimulationQuery } from '../context/house-context.tsx';
import { Loading } from '../frame/loading.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { MannersPanel } from './manners-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { WeatherPanel } from './weather-panel.tsx';
import './simulator.css';

/** The controls of a simulated house. */
export const SimulatorPage = () => {
  const { data: simulation, failureReason, refetch } = useSimulationQuery();
  if (simulation === undefined && failureReason === null) return <Loading />;
  if (simulation === undefined)
    return (
      <div className="card">
        <RetryNotice
          sentence={`The state of the simulation cannot be loaded: ${failureReason?.message} Retrying every few seconds.`}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (simulation === null)
    return (
      <p className="quiet">
        This bridge controls a real house, or its simulation controls are off (--no-simulation).
      </p>
    );
  return (
    <div className="page">
      <p className="quiet">
        This house is simulated, with its own physics. A real bridge does not have these controls.
      </p>
      <div className="panels">
        <div className="panels__column">
          <ClockPanel clock={simulation.clock} />
          <PeoplePanel people={simulation.people} windows={simulation.windows} />
        </div>
        <div className="panels__column">
          <WeatherPanel weather={simulation.weather} />
          <FaultPanel faults={simulation.faults} />
          <MannersPanel active={simulation.manners ?? {}} />
        </div>
      </div>
    </div>
  );
};
