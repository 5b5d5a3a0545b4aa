import { AskAgain } from '../../design/ask-again.tsx';
import { useSimulationQuery } from '../context.tsx';
import { Waiting } from '../frame/waiting.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { WeatherPanel } from './weather-panel.tsx';
import './simulator.css';

/** The controls of a simulated house. */
export const SimulatorPage = () => {
  const { data: simulation, failureReason, refetch } = useSimulationQuery();
  if (simulation === undefined && failureReason === null) return <Waiting />;
  if (simulation === undefined)
    return (
      <div className="card">
        <AskAgain
          sentence={`How the simulated house stands cannot be read: ${failureReason?.message} It is asked for again every few seconds.`}
          onAgain={() => void refetch()}
        />
      </div>
    );
  if (simulation === null)
    return (
      <p className="quiet">
        This bridge fronts a real house, or its simulation controls are off (--no-simulation).
      </p>
    );
  return (
    <div className="page">
      <p className="quiet">
        This house is simulated, with a physics of its own. What you turn here no client of a real bridge can
        turn.
      </p>
      <div className="panels">
        <div className="panels__column">
          <ClockPanel clock={simulation.clock} />
          <PeoplePanel people={simulation.people} windows={simulation.windows} />
        </div>
        <div className="panels__column">
          <WeatherPanel weather={simulation.weather} />
          <FaultPanel faults={simulation.faults} />
        </div>
      </div>
    </div>
  );
};
