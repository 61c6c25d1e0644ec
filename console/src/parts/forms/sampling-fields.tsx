import { SelectField, TextField } from './field.tsx';

/** The acceptance quality limits of ISO 2859-1 that the service knows, in percent. */
const LIMITS = [0.65, 1, 1.5, 2.5, 4, 6.5] as const;
export type Sampling = { aql?: (typeof LIMITS)[number]; lotSize?: number };

export const SAMPLING = { aql: 4, lotSize: 500 } as const satisfies Sampling;

type Props = { value: Sampling; onChange: (value: Sampling) => void; disabled?: boolean };

/** The fields of acceptance sampling: how many rejects are acceptable, and how many results make a lot. */
export const SamplingFields = ({ value, onChange, disabled }: Props) => (
  <>
    <SelectField
      label="Acceptable share of rejects (AQL)"
      value={value.aql ?? SAMPLING.aql}
      disabled={disabled}
      hint="A lot with more rejects in its sample is reviewed as a whole."
      onChange={({ target }) => onChange({ ...value, aql: Number(target.value) as (typeof LIMITS)[number] })}
    >
      {LIMITS.map((limit) => (
        <option key={limit} value={limit}>
          {limit} %
        </option>
      ))}
    </SelectField>
    <TextField
      label="Images in a lot"
      type="number"
      required
      min={2}
      max={35_000}
      value={value.lotSize ?? SAMPLING.lotSize}
      disabled={disabled}
      onChange={({ target }) => onChange({ ...value, lotSize: target.valueAsNumber || 0 })}
    />
  </>
);
