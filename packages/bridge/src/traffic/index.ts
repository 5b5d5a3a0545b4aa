export { type RecordedSummary, startRecorder } from './record-traffic.ts';
export { maxRecordingBytes, type Recording, readRecording } from './recording.ts';
export { startReplay } from './replay-traffic.ts';
