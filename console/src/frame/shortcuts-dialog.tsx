import { Dialog } from '../parts/dialog.tsx';
import { SHORTCUTS } from './shortcuts.ts';

/** Lists every shortcut of the console. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Keyboard shortcuts"
    description="Press ? on any page to see this list."
  >
    <div className="shortcut-columns">
      {SHORTCUTS.map(({ page, shortcuts }) => (
        <section key={page} className="shortcuts">
          <h3>{page}</h3>
          <dl>
            {shortcuts.map(({ keys, words }) => (
              <div key={words}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <div className="actions end">
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    </div>
  </Dialog>
);
