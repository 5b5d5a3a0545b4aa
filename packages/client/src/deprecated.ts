import type { ComponentKind } from '@plenum/protocol/component';
import type { DatagramsOptions } from './bridge/read-datagrams.ts';
import type { CloudUpdate } from './cloud/watch.ts';
import type { CommandResult } from './command/perform.ts';
import type { ReceivedDatagram } from './read/components.ts';
import type { ProtocolVersion } from './version/protocol-version.ts';
import type { ReceivedComponent } from './watch/received-state.ts';

/** @deprecated Use CloudUpdate. */
export type CloudNews = CloudUpdate;
/** @deprecated Use CommandResult. */
export type Done = CommandResult;
/** @deprecated Use DatagramsOptions. */
export type EverythingOptions = DatagramsOptions;
/** @deprecated Use ReceivedDatagram. */
export type Seen<K extends ComponentKind> = ReceivedDatagram<K>;
/** @deprecated Use ReceivedComponent. */
export type SeenComponent = ReceivedComponent;
/** @deprecated Use ProtocolVersion. */
export type Way = ProtocolVersion;
