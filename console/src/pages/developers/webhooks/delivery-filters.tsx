import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { SelectField } from '../../../parts/forms/field.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { DELIVERY_STATUSES, type DeliverySearch, deliveryFilterOf } from './delivery-filter.ts';
import { EVENT_TYPES } from './events.ts';

type Props = { filter: DeliverySearch; onChange: (filter: DeliverySearch) => void };

/** The filters above the list of deliveries. */
export const DeliveryFilters = ({ filter, onChange }: Props) => {
  const { id } = useSignedIn().organization;
  const endpoints = useQuery({
    queryKey: ['webhook-endpoints', id],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/webhook-endpoints', { path: { id }, query: { limit: 1000 }, signal }),
  });
  const set = (name: keyof DeliverySearch) => ({
    value: String(filter[name] ?? ''),
    onChange: ({ target }: { target: HTMLSelectElement }) =>
      onChange(deliveryFilterOf({ ...filter, [name]: target.value })),
  });
  return (
    <div className="filters">
      <SelectField label="Status" {...set('status')}>
        <option value="">All</option>
        {Object.entries(DELIVERY_STATUSES).map(([status, words]) => (
          <option key={status} value={status}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField label="Event" {...set('type')}>
        <option value="">All</option>
        {[...EVENT_TYPES, 'webhook.test'].map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <SelectField label="Endpoint" {...set('endpoint')}>
        <option value="">All</option>
        {endpoints.data?.entries.map(({ id: endpoint, url }) => (
          <option key={endpoint} value={endpoint}>
            {url}
          </option>
        ))}
      </SelectField>
      {Object.keys(filter).length > 0 && (
        <button type="button" className="button quiet" onClick={() => onChange({})}>
          Clear filters
        </button>
      )}
    </div>
  );
};
