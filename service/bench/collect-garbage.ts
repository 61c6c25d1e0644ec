/** Makes a process that was started with --inspect collect all garbage, so that only memory in use remains. */
export const collectGarbage = async (inspectorUrl: string): Promise<void> => {
  const socket = new WebSocket(inspectorUrl);
  const answers = new Map<number, () => void>();
  socket.onmessage = ({ data }) => answers.get(JSON.parse(String(data)).id)?.();
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  for (const id of [1, 2]) {
    const answered = new Promise<void>((resolve) => {
      answers.set(id, resolve);
    });
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await answered;
  }
  socket.close();
};
