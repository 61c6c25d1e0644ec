import type { Role } from 'darkroom-client';
import { useState } from 'react';
import { ROLE_NAMES, ROLE_SENTENCES, rolesGivenBy } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { SelectField } from './field.tsx';

/** The options of a select for the roles that the person may give. */
export const RoleOptions = () => {
  const { organization } = useSignedIn();
  return rolesGivenBy(organization.role).map((role) => (
    <option key={role} value={role} title={ROLE_SENTENCES[role]}>
      {ROLE_NAMES[role]}
    </option>
  ));
};

/** A select named "role", with a sentence about the chosen one. */
export const RoleField = ({ first }: { first: Role }) => {
  const [role, setRole] = useState(first);
  return (
    <SelectField
      label="Role"
      name="role"
      defaultValue={first}
      hint={ROLE_SENTENCES[role]}
      onChange={({ target }) => setRole(target.value as Role)}
    >
      <RoleOptions />
    </SelectField>
  );
};
