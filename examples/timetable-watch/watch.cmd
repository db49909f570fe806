@echo off
rem Only administrators and the account of the task may read this file: it holds the upload credentials.
set KREIDE_SERVER=https://kreide.example
set KREIDE_SCHOOL=demo
set KREIDE_USERNAME=admin
set KREIDE_UPLOAD_PASSWORD=the-upload-password
kreide timetable upload --watch C:\Untis\Export --yes --json >> "%ProgramData%\Kreide\timetable.log" 2>&1
