/**
 * Copies text to the clipboard and returns whether that worked. Browsers offer the clipboard only on https and
 * localhost.
 */
export const copyText = async (text: string): Promise<boolean> => {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard)
    return clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  // execCommand copies the selection, so the text must be in an element that can be selected.
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.className = 'hidden';
  document.body.append(holder);
  holder.select();
  const copied = document.execCommand('copy');
  holder.remove();
  return copied;
};
