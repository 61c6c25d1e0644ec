import { useQuery } from '@tanstack/react-query';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { memberNamesQuery } from '../../session/member-names-query.ts';
import { useSignedIn } from '../../session/session.ts';
import { AUDIT_SUBJECTS, type AuditSearch } from './audit-search.ts';

type Props = { search: AuditSearch; onChange: (search: AuditSearch) => void };

/** Narrows the audit log to a subject, a person and a time. */
export const AuditFilters = ({ search, onChange }: Props) => {
  const { data: members } = useQuery(memberNamesQuery(useSignedIn().organization.id));
  return (
    <search className="filters" aria-label="Filter the audit log">
      <SelectField
        label="About"
        value={search.about ?? ''}
        onChange={({ target }) => onChange({ about: target.value })}
      >
        <option value="">Everything</option>
        {Object.entries(AUDIT_SUBJECTS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Person"
        value={search.user ?? ''}
        onChange={({ target }) => onChange({ user: target.value })}
      >
        <option value="">Anyone</option>
        {[...(members ?? [])].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="From"
        type="date"
        value={search.from ?? ''}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={search.to ?? ''}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </search>
  );
};
