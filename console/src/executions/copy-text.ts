import { showToast } from '../frame/toasts.tsx';

/** Copies a text and says so. */
export const copyText = async (text: string, done: string): Promise<void> => {
  // Browsers offer the clipboard only on https and localhost.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  const isCopied = clipboard
    ? await clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : copyBySelection(text);
  showToast(isCopied ? done : 'The browser did not allow copying.');
};

const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea');
  area.className = 'hidden';
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
};
