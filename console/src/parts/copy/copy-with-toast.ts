import { showToast } from '../../frame/toasts.tsx';
import { copyText } from './copy-text.ts';

/** Copies a text, and shows `done` or the failure in a toast. */
export const copyWithToast = async (text: string, done: string): Promise<void> =>
  showToast(
    (await copyText(text))
      ? done
      : 'The browser did not allow copying. Select the text and copy it yourself.',
  );
