import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries } from '../../../api.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { EventPicker } from './event-picker.tsx';
import { choicesOf, type Endpoint, EVENT_TYPES, type EventType, typesOf } from './events.ts';

type Props = { endpoint?: Endpoint; onClose: () => void };

/** The form that adds a webhook endpoint or changes one. */
export const EndpointDialog = ({ endpoint, onClose }: Props) => {
  const { id } = useSignedIn().organization;
  const [events, setEvents] = useState<EventType[]>(endpoint ? typesOf(endpoint.events) : EVENT_TYPES);
  const save = useMutation({
    mutationFn: async (url: string) => {
      const body = { url, events: choicesOf(events) };
      if (!endpoint) return api.post('/v1/organization/{id}/webhook-endpoints', { path: { id }, body });
      const path = { id, endpointId: endpoint.id };
      return api.put('/v1/organization/{id}/webhook-endpoints/{endpointId}', { path, body });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['webhook-endpoints', id] });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      description="The service sends a signed POST request to this URL for each of the chosen events."
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(String(new FormData(event.currentTarget).get('url')));
        }}
      >
        <TextField
          label="URL"
          name="url"
          type="url"
          placeholder="https://shop.example/darkroom"
          defaultValue={endpoint?.url}
          autoComplete="off"
          required
        />
        <EventPicker chosen={events} onChange={setEvents} />
        <ErrorNotice error={save.error} />
        <div className="actions end">
          <button type="button" className="button" onClick={onClose}>
            Go back
          </button>
          <button type="submit" className="button primary" disabled={save.isPending || events.length === 0}>
            {endpoint ? 'Save' : 'Add endpoint'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
