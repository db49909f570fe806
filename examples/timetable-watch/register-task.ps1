# Runs watch.cmd from the start of the computer on, without anybody signed in, and again a minute after it has ended.
# In PowerShell as an administrator, in the folder of watch.cmd; asks for the account that reads the folder of the exports.
$account = Get-Credential -Message 'Account that reads the exports'
New-Item -ItemType Directory -Force -Path "$env:ProgramData\Kreide" | Out-Null
$action = New-ScheduledTaskAction -Execute "$PSScriptRoot\watch.cmd"
$trigger = New-ScheduledTaskTrigger -AtStartup
$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 `
  -RestartInterval (New-TimeSpan -Minutes 1) -StartWhenAvailable -AllowStartIfOnBatteries
Register-ScheduledTask -TaskName 'Kreide timetable' -Action $action -Trigger $trigger -Settings $settings `
  -User $account.UserName -Password $account.GetNetworkCredential().Password
