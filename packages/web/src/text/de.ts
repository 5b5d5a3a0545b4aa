import { account } from './de/account.ts';
import { alerts } from './de/alerts.ts';
import { app } from './de/app.ts';
import { bridge } from './de/bridge.ts';
import { chart } from './de/chart.ts';
import { cloudRefusal } from './de/cloudRefusal.ts';
import { common } from './de/common.ts';
import { console } from './de/console.ts';
import { control } from './de/control.ts';
import { defined } from './de/defined.ts';
import { definition } from './de/definition.ts';
import { design } from './de/design.ts';
import { energy } from './de/energy.ts';
import { enumeration } from './de/enumeration.ts';
import { explain } from './de/explain.ts';
import { explainChange } from './de/explainChange.ts';
import { explainStep } from './de/explainStep.ts';
import { fault } from './de/fault.ts';
import { garden } from './de/garden.ts';
import { group } from './de/group.ts';
import { health } from './de/health.ts';
import { history } from './de/history.ts';
import { house } from './de/house.ts';
import { install } from './de/install.ts';
import { installation } from './de/installation.ts';
import { lights } from './de/lights.ts';
import { live } from './de/live.ts';
import { notification } from './de/notification.ts';
import { oneDate } from './de/oneDate.ts';
import { reading } from './de/reading.ts';
import { refusal } from './de/refusal.ts';
import { schedule } from './de/schedule.ts';
import { settings } from './de/settings.ts';
import { sharing } from './de/sharing.ts';
import { signIn } from './de/signIn.ts';
import { simulator } from './de/simulator.ts';
import { status } from './de/status.ts';
import { timeZone } from './de/timeZone.ts';
import { wall } from './de/wall.ts';
import { warning } from './de/warning.ts';
import { welcome } from './de/welcome.ts';
import type { Catalogue } from './text.ts';

/** The texts of the pages in German. */
export const german: Catalogue = {
  app,
  common,
  sharing,
  signIn,
  settings,
  account,
  control,
  definition,
  design,
  explain,
  explainStep,
  explainChange,
  health,
  garden,
  simulator,
  group,
  install,
  installation,
  alerts,
  notification,
  lights,
  live,
  history,
  status,
  fault,
  timeZone,
  wall,
  warning,
  reading,
  enumeration,
  house,
  energy,
  oneDate,
  schedule,
  refusal,
  cloudRefusal,
  chart,
  defined,
  welcome,
  console,
  bridge,
};
