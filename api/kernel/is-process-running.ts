/** Whether a process of this machine is running, another user's included; also true for one that has ended but is still listed (a zombie). */
export function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
