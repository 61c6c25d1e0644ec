import { Content, Portal, Root, Title } from '@radix-ui/react-dialog';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useRef } from 'react';
import { api, errorMessage } from '../api.ts';
import { workflowsQuery } from '../executions/executions.ts';
import { STATUS_LABELS } from '../parts/status-badge.tsx';
import { useSignedIn } from '../session/session.ts';
import { useDebounced } from '../use-debounced.ts';
import { AREAS, type Area, pagesFor } from './areas.ts';
import { PLACES } from './shortcuts.ts';

const MAX_FOUND = 6;
const PAUSE_MS = 120;

type Props = {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  onShortcuts: () => void;
};
const AREA_NAMES = Object.keys(AREAS) as Area[];

type Entry = { key: string; words: string; about?: string; run: () => void };

/** Finds pages, workflows, batches and images by a few letters, and goes there. */
export const CommandPalette = ({ text, onText, onClose, onShortcuts }: Props) => {
  const found = useFound(text.trim());
  const { role } = useSignedIn().organization;
  const navigate = useNavigate();
  const to = (address: string, params?: Record<string, string>) => () => {
    onClose();
    navigate({ to: address as LinkProps['to'], params: params as never });
  };
  const field = useRef<HTMLInputElement>(null);
  // Put the cursor at the end of the field. By default all text in it is selected, and the next letter would
  // replace what was typed while the palette was loading.
  const toEndOfField = (event: Event) => {
    event.preventDefault();
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  };
  const matches = (words: string) => words.toLowerCase().includes(text.trim().toLowerCase());
  const pages: Entry[] = [
    ...PLACES.map(({ to: address, name }) => ({ key: name, words: name, run: to(String(address)) })),
    ...AREA_NAMES.flatMap((area) =>
      pagesFor(area, role).map(({ to: address, name, fullName = name }) => ({
        key: `${area} ${name}`,
        words: fullName,
        about: area,
        run: to(String(address)),
      })),
    ),
    { key: 'account', words: 'Account', run: to('/account') },
    { key: 'device', words: 'Connect an app', run: to('/activate') },
    { key: 'shortcuts', words: 'Keyboard shortcuts', run: onShortcuts },
  ];
  const groups: [string, Entry[]][] = [
    ['Pages', pages.filter(({ words }) => matches(words))],
    [
      'Workflows',
      found.workflows.map(({ id, name }) => ({ key: id, words: name, run: to('/workflows/$id', { id }) })),
    ],
    [
      'Batches',
      found.batches.map(({ id, name }) => ({
        key: id,
        words: name ?? 'Unnamed batch',
        run: to('/batches/$id', { id }),
      })),
    ],
    [
      'Images',
      found.images.map(({ id, inputFileName, status, workflowName }) => ({
        key: id,
        words: inputFileName,
        about: `${workflowName} · ${STATUS_LABELS[status]}`,
        run: to('/execution/$id', { id }),
      })),
    ],
  ];
  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <div className="overlay" />
        <Content className="palette" aria-describedby={undefined} onOpenAutoFocus={toEndOfField}>
          <Title className="hidden">Search</Title>
          <Command label="Search" shouldFilter={false} loop>
            <Command.Input
              ref={field}
              value={text}
              onValueChange={onText}
              placeholder="Go to a page, workflow, batch or file name"
            />
            <Command.List>
              <Command.Empty>{found.outcome}</Command.Empty>
              {groups
                .filter(([, entries]) => entries.length > 0)
                .map(([heading, entries]) => (
                  <Command.Group key={heading} heading={heading}>
                    {entries.map(({ key, words, about, run }) => (
                      <Command.Item key={key} value={`${heading} ${key}`} onSelect={run}>
                        <span className="cut">{words}</span>
                        {about && <span className="palette-about">{about}</span>}
                      </Command.Item>
                    ))}
                  </Command.Group>
                ))}
            </Command.List>
          </Command>
        </Content>
      </Portal>
    </Root>
  );
};

/**
 * The entries that the service finds, requested when the typing pauses. The previous ones stay until the next
 * response.
 */
const useFound = (typed: string) => {
  const organization = useSignedIn().organization.id;
  const text = useDebounced(typed, PAUSE_MS);
  const query = { organization, search: text, limit: MAX_FOUND };
  const answer = { enabled: text !== '', placeholderData: <Data,>(previous: Data | undefined) => previous };
  const batches = useQuery({
    queryKey: ['batches', organization, 'palette', text],
    queryFn: ({ signal }) => api.get('/v1/batch', { query, signal }),
    ...answer,
  });
  const images = useQuery({
    queryKey: ['executions', organization, 'palette', text],
    queryFn: ({ signal }) => api.get('/v2/workflow/execution', { query, signal }),
    ...answer,
  });
  const { data: workflows } = useQuery(workflowsQuery(organization));
  const has = (name: string | null) => (name ?? '').toLowerCase().includes(typed.toLowerCase());
  // Enter must not open something that was found for an earlier text.
  const isEarlier = typed !== text || batches.isPlaceholderData || images.isPlaceholderData;
  const isLoading = typed !== text || batches.isFetching || images.isFetching;
  const error = batches.error ?? images.error;
  return {
    outcome: isLoading ? 'Searching' : error ? errorMessage(error) : 'Nothing found',
    workflows:
      typed === '' ? [] : (workflows?.entries.filter(({ name }) => has(name)).slice(0, MAX_FOUND) ?? []),
    batches: typed === '' ? [] : (batches.data?.entries.filter(({ name }) => !isEarlier || has(name)) ?? []),
    images:
      typed === ''
        ? []
        : (images.data?.entries.filter(({ inputFileName }) => !isEarlier || has(inputFileName)) ?? []),
  };
};
