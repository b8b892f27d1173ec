; The installer of Windows, by Inno Setup 6. packaging/installers/windows.py gives the words in braces with a number sign.
; Windows knows a file by what follows its last dot, so an export opens with the program of zips: import it in the window.

[Setup]
AppId={{6F1B0C52-9A57-4C0B-8D39-2E5B7A0C4D11}
AppName={#Name}
AppVersion={#Version}
AppPublisher={#Name} contributors
DefaultDirName={autopf}\{#Name}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2/max
SolidCompression=yes
LicenseFile={#Work}\licence.txt
SetupIconFile={#Work}\program.ico
UninstallDisplayIcon={app}\{#Program}.exe
OutputBaseFilename={#Installer}

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{autoprograms}\{#Name}"; Filename: "{app}\{#Program}.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\{#Suffix}"; ValueType: string; ValueName: "Content Type"; ValueData: "{#Type}"; Flags: uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\{#Suffix}\OpenWithProgids"; ValueType: string; ValueName: "{#Program}.campaign"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\{#Program}.campaign"; ValueType: string; ValueData: "{#TypeName}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Program}.campaign\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program}.exe,0"
Root: HKA; Subkey: "Software\Classes\{#Program}.campaign\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\{#TravelSuffix}"; ValueType: string; ValueName: "Content Type"; ValueData: "{#TravelType}"; Flags: uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\{#TravelSuffix}\OpenWithProgids"; ValueType: string; ValueName: "{#Program}.travel"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\{#Program}.travel"; ValueType: string; ValueData: "{#TravelTypeName}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Program}.travel\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program}.exe,0"
Root: HKA; Subkey: "Software\Classes\{#Program}.travel\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}.exe"" ""%1"""
