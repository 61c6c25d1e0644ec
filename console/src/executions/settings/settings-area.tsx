import type { Execution } from 'darkroom-client';
import { photoOf } from '../executions.ts';
import type { Step } from '../use-steps.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsPreview } from './settings-preview.tsx';

type Settings = Record<string, unknown>;
type Props = {
  execution: Execution;
  steps: readonly Step[];
  settings: Settings;
  onChange: (settings: Settings) => void;
};

/** The settings of an execution, and a preview of the result that they give. */
export const SettingsArea = ({ execution, steps, settings, onChange }: Props) => (
  <div className="settings-area">
    <SettingsForm steps={steps} settings={settings} photo={photoOf(execution)} onChange={onChange} />
    <SettingsPreview execution={execution} steps={steps} settings={settings} />
  </div>
);
