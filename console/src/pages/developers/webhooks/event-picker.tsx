import { EVENT_TYPES, EVENTS, type EventType } from './events.ts';

type Props = { chosen: readonly EventType[]; onChange: (chosen: EventType[]) => void };

/** Checkboxes for the types of events, with one for all of them. */
export const EventPicker = ({ chosen, onChange }: Props) => {
  const all = chosen.length === EVENT_TYPES.length;
  return (
    <fieldset className="event-picker">
      <legend className="label">Events</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={all}
          ref={(input) => {
            if (input) input.indeterminate = !all && chosen.length > 0;
          }}
          onChange={() => onChange(all ? [] : [...EVENT_TYPES])}
        />
        All events
      </label>
      {EVENT_TYPES.map((type) => (
        <label key={type} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={({ target }) =>
              onChange(EVENT_TYPES.filter((one) => (one === type ? target.checked : chosen.includes(one))))
            }
          />
          <span>
            <code>{type}</code>
            <span className="sub">{EVENTS[type]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};
