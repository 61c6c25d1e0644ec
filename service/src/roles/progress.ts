const BAR = 24;

export type Progress = {
  /** `notes`: what a person should know about this result. */
  done(file: string, result: string, bytes: number, milliseconds: number, notes: readonly string[]): void;
  failed(file: string, reason: string): void;
  /** Writes the summary; whether all went well. */
  end(): boolean;
};

/** How far the work has got: a bar in a terminal, a line for each picture elsewhere. */
export const openProgress = (total: number, out: NodeJS.WriteStream): Progress => {
  const began = performance.now();
  const failures: string[] = [];
  const noted: string[] = [];
  let finished = 0;
  let bytes = 0;
  let slowest = { file: '', milliseconds: 0 };
  const show = (line: string) => {
    if (!out.isTTY) {
      out.write(`${finished}/${total} ${line}\n`);
      return;
    }
    const full = Math.round((finished / total) * BAR);
    const bar = `${'#'.repeat(full)}${'.'.repeat(BAR - full)}`;
    out.write(`\r\x1b[K[${bar}] ${finished}/${total} ${line}`.slice(0, (out.columns ?? 80) + 4));
  };
  return {
    done: (file, result, size, milliseconds, notes) => {
      finished += 1;
      bytes += size;
      noted.push(...notes.map((note) => `${file}: ${note}`));
      if (milliseconds > slowest.milliseconds) slowest = { file, milliseconds };
      show(`${file} -> ${result}`);
    },
    failed: (file, reason) => {
      finished += 1;
      failures.push(`${file}: ${reason}`);
      show(`${file} failed`);
    },
    end: () => {
      const seconds = (performance.now() - began) / 1000;
      const made = finished - failures.length;
      if (out.isTTY) out.write('\n');
      out.write(
        `${made} of ${total} made in ${seconds.toFixed(1)} s (${(made / seconds).toFixed(1)}/s), ` +
          `${(bytes / 1024 / 1024).toFixed(1)} MiB written` +
          `${slowest.file ? `; slowest ${slowest.file}, ${(slowest.milliseconds / 1000).toFixed(1)} s` : ''}\n`,
      );
      for (const line of [...failures, ...noted]) out.write(`${line}\n`);
      return failures.length === 0 && finished === total;
    },
  };
};
