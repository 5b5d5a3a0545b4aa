export { type RecordedSummary, startRecorder, type TrafficRecorder } from './record-traffic.ts';
export { maxRecordingBytes, type Recording, readRecording } from './recording.ts';
export { startReplay } from './replay-traffic.ts';
