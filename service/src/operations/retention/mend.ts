import { costOf } from '../../components/steps/cost-of.ts';
import type { ContentHash } from '../../domain/ids.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import { outputsOf, stepsWithSettings } from '../../domain/workflows/workflow.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import { LaneFailure, type LaneJob, type LaneResult } from '../../ports/lanes.ts';
import type { StoredObjects } from '../../ports/retention.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { costedInput } from '../executions/costed-input.ts';
import { localInputs } from '../executions/running/local-inputs.ts';

type MendPorts = {
  objects: ObjectStore;
  stored: Pick<StoredObjects, 'originsOf'>;
  workflows: Pick<Workflows, 'version'>;
  limits: ImageLimits;
  apply(job: LaneJob): Promise<LaneResult>;
};

/**
 * Makes a missing or damaged result again, by the steps of an execution that made it. False when no execution
 * made it, when the inputs are missing as well, or when the steps make other bytes today. Then only an upload
 * of the original bytes helps.
 */
export const mend = async (ports: MendPorts, hash: ContentHash): Promise<boolean> => {
  const { objects, stored, workflows, limits } = ports;
  for (const { workflowVersion, settings, inputs } of await stored.originsOf(hash)) {
    const steps = stepsWithSettings((await workflows.version(workflowVersion)).steps, settings);
    const output = await objects.draft();
    const outputs: Record<string, string> = {};
    for (const name of outputsOf(steps)) outputs[name] = await objects.draft();
    try {
      const { ms: expectedMs } = costOf(steps, costedInput(inputs.default));
      const job: LaneJob = {
        steps,
        inputs: await localInputs(objects, inputs),
        output,
        limits,
        expectedMs,
        outputs,
      };
      const made = await ports.apply(job);
      const files = [{ hash: made.hash, draft: output }];
      for (const one of made.outputs ?? [])
        files.push({ hash: one.hash, draft: outputs[one.output] as string });
      const right = files.find((file) => file.hash === hash);
      if (!right) continue;
      await objects.keep(right.draft, hash);
      return true;
    } catch (error) {
      if (!(error instanceof LaneFailure) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    } finally {
      for (const draft of [output, ...Object.values(outputs)]) await objects.discard(draft);
    }
  }
  return false;
};
