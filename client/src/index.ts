export { type Client, type Credential, createClient, type Fetch, type OnProgress, urlOf } from './client.ts';
export { followEvents, type StreamEvent } from './follow-events.ts';
export { isFinal } from './is-final.ts';
export type {
  AnswerOf,
  ApiKey,
  Execution,
  Role,
  Session,
  Status,
  Trace,
  TraceStep,
  Workflow,
} from './operation.ts';
export { Refused } from './refused.ts';
export { runWorkflow } from './run-workflow.ts';
export { uploadImage } from './upload-image.ts';
