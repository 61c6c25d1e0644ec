import type { Execution } from 'darkroom-client';
import { imageUrl } from './executions.ts';

export const Download = ({ execution }: { execution: Execution }) => (
  <a
    className="button"
    href={imageUrl(
      execution.organizationId,
      execution.resultContentHash ?? '',
      execution.resultFileName ?? 'result',
    )}
    download={execution.resultFileName ?? 'result'}
  >
    Download
  </a>
);
