import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startKillableProcess } from '../../src/processes/killable-process.ts';
import { openSupervisor, type Supervisor, type SupervisorOptions } from '../../src/processes/supervisor.ts';
import type { ProcessEnd } from '../../src/processes/watched-process.ts';
import { isAlive, until } from '../worker/child-processes.ts';
import type { ProcessCommand, StartMode } from './scripted-process.ts';

const MiB = 1024 * 1024;
const LONG_MS = 60_000;
const PROGRAM = { env: {}, execArgv: [], serialization: 'json', stderr: 'inherit' } as const;
type Message = { say: 'ready' } | { say: 'answer'; pid: number };
type End = ProcessEnd & { failedStarts: number };

const opened: Supervisor<ProcessCommand>[] = [];
after(() => Promise.all(opened.map((supervisor) => supervisor.close())));

/** A supervisor whose processes start as `starts` lists, in order. All further ones start as its last entry says. */
const open = (starts: StartMode[], options: Partial<SupervisorOptions> = {}) => {
  const events = new EventEmitter();
  const ends: End[] = [];
  const pids: number[] = [];
  const answers: number[] = [];
  const supervisor = openSupervisor<ProcessCommand, Message>(
    (onMessage, onEnd) => {
      const args = [starts[Math.min(pids.length, starts.length - 1)]!];
      const main = join(import.meta.dirname, 'scripted-process.ts');
      const child = startKillableProcess<ProcessCommand, Message>(
        { ...PROGRAM, main, args },
        onMessage,
        onEnd,
      );
      pids.push(child.pid!);
      return child;
    },
    { memoryBytes: 1024 * MiB, memoryOf: 'job', ...options },
    {
      onMessage: (message) => {
        if (message.say === 'answer') answers.push(message.pid);
        events.emit('answer');
      },
      onReady: () => events.emit('ready'),
      onEnd: (end) => {
        ends.push(end);
        events.emit('end');
      },
    },
  );
  opened.push(supervisor);
  const next = (event: 'ready' | 'answer' | 'end') => once(events, event);
  const ask = async (): Promise<void> => {
    assert.equal(supervisor.takesJob(true), true);
    supervisor.begin(LONG_MS);
    supervisor.send('answer');
    await next('answer');
    supervisor.finish();
  };
  return { supervisor, ends, pids, answers, next, ask };
};

describe('a supervised process', () => {
  it('is starting, then ready, working while it has a job, and ready again', async () => {
    const { supervisor, next } = open(['ready']);
    assert.equal(supervisor.state(), 'starting');
    assert.equal(supervisor.takesJob(true), false);
    await next('ready');
    assert.equal(supervisor.state(), 'ready');
    assert.equal(supervisor.takesJob(true), true);
    supervisor.begin(LONG_MS);
    assert.equal(supervisor.state(), 'working');
    supervisor.finish();
    assert.equal(supervisor.state(), 'ready');
  });

  it('that dies while working is reported and another is started at once', async () => {
    const { supervisor, ends, pids, next, ask } = open(['ready']);
    await next('ready');
    supervisor.begin(LONG_MS);
    supervisor.send('die');
    await next('end');
    assert.deepEqual(ends, [{ how: 'exit code 3', while: 'working', exceeded: undefined, failedStarts: 0 }]);
    assert.equal(supervisor.state(), 'starting');
    await next('ready');
    await ask();
    assert.equal(pids.length, 2);
  });

  it('that dies while starting is started again after a pause that depends on how many starts failed', async () => {
    const pauses: number[] = [];
    const pauseMs = (failedStarts: number) => {
      pauses.push(failedStarts);
      return 1;
    };
    const { supervisor, ends, next, ask } = open(['die', 'die', 'ready'], { pauseMs });
    await next('end');
    assert.equal(supervisor.state(), 'pausing');
    await next('ready');
    assert.deepEqual(
      ends.map((end) => [end.how, end.while, end.failedStarts]),
      [
        ['exit code 4', 'starting', 1],
        ['exit code 4', 'starting', 2],
      ],
    );
    assert.deepEqual(pauses, [1, 2]);
    // A process that became ready counts as a good start: when it ends, the next one starts without a pause.
    await ask();
    supervisor.send('die');
    await next('end');
    assert.equal(supervisor.state(), 'starting');
  });

  it('on demand is off until it is wanted, and again when it had no job for a while', async () => {
    const { supervisor, pids, next, ask } = open(['ready'], { onDemand: true, idleMs: 20 });
    assert.deepEqual([supervisor.state(), pids.length], ['off', 0]);
    for (const run of [1, 2]) {
      supervisor.wake();
      await next('ready');
      await ask();
      await until('it is off', () => supervisor.state() === 'off');
      assert.equal(pids.length, run);
      await until('its process is gone', () => !isAlive(pids.at(-1)!));
    }
  });
});

describe('a limit', () => {
  it('of time ends the process of a job, and another is started', async () => {
    const { supervisor, ends, next, ask } = open(['ready']);
    await next('ready');
    supervisor.begin(20);
    await next('end');
    assert.deepEqual(
      ends.map((end) => [end.how, end.while, end.exceeded]),
      [['SIGKILL', 'working', 'time']],
    );
    await next('ready');
    await ask();
  });

  it('of time ends a process that does not become ready, as a failed start', async () => {
    const { ends, next } = open(['hang'], { startWithinMs: 20 });
    await next('end');
    assert.deepEqual(ends[0], { how: 'SIGKILL', while: 'starting', exceeded: 'time', failedStarts: 1 });
  });

  it('of time starts again with each job', async () => {
    const { supervisor, ends, next, ask } = open(['ready']);
    await next('ready');
    supervisor.begin(20);
    supervisor.finish();
    await ask();
    assert.deepEqual(ends, []);
  });

  it('of memory ends the process of a job', async () => {
    const { supervisor, ends, next } = open(['ready'], { memoryBytes: 32 * MiB });
    await next('ready');
    supervisor.begin(LONG_MS);
    supervisor.send('grow');
    await next('end');
    assert.deepEqual([ends[0]?.while, ends[0]?.exceeded], ['working', 'memory']);
  });

  it('of memory in total ends even a process that only starts', async () => {
    const { ends, next } = open(['hang'], { memoryBytes: 1 * MiB, memoryOf: 'total' });
    await next('end');
    assert.deepEqual([ends[0]?.while, ends[0]?.exceeded], ['starting', 'memory']);
  });
});

describe('a process that was used for long', () => {
  it('is replaced when it is idle, and not before', async () => {
    const { supervisor, ends, pids, answers, next, ask } = open(['ready'], { jobsBeforeRecycle: 2 });
    await next('ready');
    const first = pids[0]!;
    await ask();
    assert.equal(pids.length, 1);
    await ask();
    assert.equal(pids.length, 2);
    await next('ready');
    assert.equal(supervisor.takesJob(false), false);
    assert.equal(supervisor.takesJob(true), true);
    await ask();
    assert.deepEqual(answers, [first, first, pids[1]]);
    await until('the first is gone', () => !isAlive(first));
    assert.deepEqual(ends, []);
  });

  it('goes on when its replacement dies, and gets another after as many jobs', async () => {
    const { ends, pids, answers, next, ask } = open(['ready', 'die', 'hang'], { jobsBeforeRecycle: 2 });
    await next('ready');
    for (let jobs = 0; jobs < 10_000 && pids.length < 3; jobs += 1) await ask();
    assert.deepEqual([new Set(answers), ends, pids.length], [new Set([pids[0]]), [], 3]);
  });
});

describe('killing', () => {
  it('ignores what the process still says', async () => {
    let say: (message: Message) => void = () => assert.fail('not started');
    const heard: Message[] = [];
    const supervisor = openSupervisor<ProcessCommand, Message>(
      (onMessage, onEnd) => {
        say = onMessage;
        return { pid: undefined, send: () => {}, kill: () => setImmediate(onEnd, 'killed') };
      },
      { memoryBytes: 1024 * MiB, memoryOf: 'job' },
      { onMessage: (message) => heard.push(message), onReady: () => {}, onEnd: () => {} },
    );
    say({ say: 'ready' });
    await new Promise(setImmediate);
    assert.equal(supervisor.takesJob(true), true);
    supervisor.kill();
    assert.deepEqual([supervisor.state(), supervisor.takesJob(true)], ['ending', false]);
    say({ say: 'answer', pid: 0 });
    assert.deepEqual(heard, []);
    await supervisor.close();
  });
});

describe('closing', () => {
  it('while starting ends the process, and nothing is reported any more', async () => {
    const { supervisor, ends, pids } = open(['ready']);
    await supervisor.close();
    assert.deepEqual([supervisor.state(), ends, isAlive(pids[0]!)], ['closed', [], false]);
    supervisor.wake();
    assert.deepEqual([supervisor.takesJob(true), pids.length], [false, 1]);
  });

  it('while working ends the process and its replacement', async () => {
    const { supervisor, pids, next, ask } = open(['ready'], { jobsBeforeRecycle: 1 });
    await next('ready');
    await ask();
    supervisor.begin(LONG_MS);
    await Promise.all([supervisor.close(), supervisor.close()]);
    assert.deepEqual(pids.map(isAlive), [false, false]);
  });

  it('while a process is already dying waits for its end, and starts no other', async () => {
    const { supervisor, pids, next } = open(['ready']);
    await next('ready');
    supervisor.kill();
    await supervisor.close();
    assert.deepEqual(pids.map(isAlive), [false]);
  });

  it('while pausing starts no other', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { supervisor, pids, next } = open(['die'], { pauseMs: () => 10 });
    await next('end');
    assert.equal(supervisor.state(), 'pausing');
    await supervisor.close();
    t.mock.timers.tick(10);
    assert.deepEqual([supervisor.state(), pids.length], ['closed', 1]);
  });
});
