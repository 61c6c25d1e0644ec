import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { Command } from 'cmdk';
import { useState } from 'react';
import { addStep, type Component } from '../draft.ts';
import type { Editor } from './use-editor.ts';

/** The rank of a component in the search: by its name first, then by its description; 0 hides it. */
const fit = (name: string, search: string, keywords: string[] = []): number => {
  const [title = '', description = ''] = keywords.map((text) => text.toLowerCase());
  const wanted = search.trim().toLowerCase();
  if (title.startsWith(wanted) || name.startsWith(wanted)) return 1;
  if (title.includes(wanted) || name.includes(wanted)) return 0.8;
  return wanted.length > 2 && description.includes(wanted) ? 0.2 : 0;
};

/** The components by category, with a search. The chosen one becomes a step after the selected step. */
export const ComponentPalette = ({ editor, onAdded }: { editor: Editor; onAdded: (id: string) => void }) => {
  const [open, setOpen] = useState(false);
  const { components, draft, selected, componentOf } = editor;
  const categories = [...new Set(components.map(({ category }) => category))];
  const add = (component: Component) => {
    const added = addStep(draft, component, selected, (name) => componentOf(name)?.runsAtEnd ?? false);
    editor.change(added.draft);
    setOpen(false);
    onAdded(added.id);
  };
  return (
    <Root open={open} onOpenChange={setOpen}>
      <Trigger className="button wide">Add step</Trigger>
      <Portal>
        <Content
          className="step-palette"
          side="right"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label="Components"
          // Do not return the focus to the button that opened the palette: the added step gets it.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Command label="Components" filter={fit}>
            <Command.Input className="input" placeholder="Find a component" aria-label="Find a component" />
            <Command.List label="Components">
              <Command.Empty className="palette-empty">No component matches. Try other words.</Command.Empty>
              {categories.map((category) => (
                <Command.Group key={category} heading={category}>
                  {components
                    .filter((component) => component.category === category)
                    .map((component) => (
                      <Command.Item
                        key={component.name}
                        value={component.name}
                        keywords={[component.title, component.description]}
                        onSelect={() => add(component)}
                      >
                        <span className="palette-title">
                          {component.title}
                          <span className="palette-price">
                            {component.credits > 0 ? `+${component.credits}` : 'free'}
                          </span>
                        </span>
                        <span className="palette-text">{component.description}</span>
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
